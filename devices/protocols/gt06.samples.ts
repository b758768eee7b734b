import { cloneReports } from './gt06/samples/clone-reports.ts'
import { clones } from './gt06/samples/clones.ts'
import { information } from './gt06/samples/information.ts'
import { locations } from './gt06/samples/locations.ts'
import { tails } from './gt06/samples/tails.ts'

export default [locations, information, clones, cloneReports, tails].flat()
