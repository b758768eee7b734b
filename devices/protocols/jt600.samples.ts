import { binary } from './jt600/samples/binary.ts'
import { text } from './jt600/samples/text.ts'

export default [binary, text].flat()
