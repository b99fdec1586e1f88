// @boundaries-ignore the tests of several packages share it
export { apiLock, type Rc4Lock } from "../../../office-kit/test/encryption/rc4-lock.ts";
