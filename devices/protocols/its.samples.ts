import { others } from './its/samples/others.ts'
import { reports } from './its/samples/reports.ts'

export default [reports, others].flat()
