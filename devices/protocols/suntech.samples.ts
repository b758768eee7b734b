import { legacy } from './suntech/samples/legacy.ts'
import { universal } from './suntech/samples/universal.ts'

export default [legacy, universal].flat()
