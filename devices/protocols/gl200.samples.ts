import { binary } from './gl200/samples/binary.ts'
import { events } from './gl200/samples/events.ts'
import { places } from './gl200/samples/places.ts'
import { vehicles } from './gl200/samples/vehicles.ts'

export default [places, vehicles, events, binary].flat()
