import { dialects } from './jt808/samples/dialects.ts'
import { makers } from './jt808/samples/makers.ts'
import { messages } from './jt808/samples/messages.ts'
import { passed } from './jt808/samples/passed.ts'
import { session } from './jt808/samples/session.ts'

export default [session, messages, makers, passed, dialects].flat()
