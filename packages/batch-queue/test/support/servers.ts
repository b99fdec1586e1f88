// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export {
  postgresServer,
  redisServer,
  type ServerKind,
  type TestServer,
} from "../../../testkit/test/support/queue-servers.ts";
