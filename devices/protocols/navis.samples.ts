import { fixedSamples } from './navis/samples/fixed.ts'
import { flexSamples } from './navis/samples/flex.ts'

export default [flexSamples, fixedSamples].flat()
