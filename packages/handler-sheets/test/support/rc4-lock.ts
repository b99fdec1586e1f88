// @boundaries-ignore the tests of several packages share it
export { apiLock, binaryLock, type Rc4Lock } from "../../../office-kit/test/encryption/rc4-lock.ts";
