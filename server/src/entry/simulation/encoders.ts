/** The protocols of simulated trackers, one line each. */
import { decoderByName, type ProtocolName } from '@waymark/devices'
import type { Encoder } from './encoder.ts'
import { gl200 } from './encoders/gl200.ts'
import { gps103 } from './encoders/gps103.ts'
import { gt06 } from './encoders/gt06.ts'
import { h02 } from './encoders/h02.ts'
import { jt808 } from './encoders/jt808.ts'
import { minifinder2 } from './encoders/minifinder2.ts'
import { osmand } from './encoders/osmand.ts'
import { ruptela } from './encoders/ruptela.ts'
import { teltonika } from './encoders/teltonika.ts'
import { tk103 } from './encoders/tk103.ts'
import { wialon } from './encoders/wialon.ts'

const known: readonly Encoder[] = [
  teltonika,
  gt06,
  wialon,
  gl200,
  h02,
  gps103,
  tk103,
  ruptela,
  jt808,
  osmand,
  minifinder2,
]

/** Suntech is missing: it has no acknowledgement, so nothing could be guaranteed. */
export const encoders: readonly Encoder[] = known.filter(({ protocol }) => decoderByName(protocol) !== undefined)

export const encoderOf = (protocol: ProtocolName): Encoder | undefined =>
  encoders.find((encoder) => encoder.protocol === protocol)
