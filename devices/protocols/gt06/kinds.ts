/** The types of packet we read, in the maker's numbering. */
import { left, peek } from '../../bytes.ts'
import { readAlarm, readCamera, readCellAlarm, readWideAlarm } from './alarm-packets.ts'
import { readFields, readLocationWithFields, readStatusFields } from './fields.ts'
import type { Kind, Read } from './kind.ts'
import { readBlocks, readCellList, readCellQuery, readCountedCells, readFixAndCells, readPoints } from './networks.ts'
import {
  readCardReport,
  readDriverReport,
  readFix,
  readLocation,
  readLocationWithCard,
  readLocationWithDriver,
  readLocationWithReason,
  readReport,
  readSensorReport,
} from './positions.ts'
import {
  readHeartbeat,
  readHeartbeatWithFields,
  readHeartbeatWithVoltage,
  readTimedStatus,
  readWearableStatus,
} from './status.ts'
import { readAnswer, readInformation, readOldAnswer, readShortInformation, readTransparent } from './texts.ts'

/** One number, two packets: the longer has a position. */
const bySize =
  (bytes: number, shorter: Read, longer: Read): Read =>
  (into, body, context) =>
    (left(body) < bytes ? shorter : longer)(into, body, context)

const nothing: Read = () => {}

/** In a long packet the number means something else. */
export const longKinds: ReadonlyMap<number, Kind> = new Map<number, Kind>([
  [0x32, { read: readBlocks }],
  [0x33, { read: readTimedStatus }],
  [0x94, { read: readInformation, silent: true }],
])

export const kinds: ReadonlyMap<number, Kind> = new Map<number, Kind>([
  [0x10, { read: bySize(18, nothing, readFix), local: true, silent: true }],
  [0x11, { read: bySize(18, readCellQuery(false), readFix), local: true, silent: true }],
  [0x12, { read: readLocation, local: true, silent: true }],
  [0x13, { read: readHeartbeat }],
  [0x15, { read: readOldAnswer, silent: true }],
  [0x16, { read: readAlarm({}), local: true }],
  [0x17, { read: readLocationWithDriver, local: true }],
  [0x18, { read: readCellList(), local: true, silent: true }],
  [0x19, { read: readCellAlarm(false) }],
  [0x1e, { read: readFixAndCells, local: true, silent: true }],
  [0x21, { read: readAnswer, silent: true }],
  [0x22, { read: readLocationWithReason(false), silent: true }],
  [0x23, { read: readHeartbeatWithVoltage }],
  [
    0x24,
    {
      read: (into, body, context) =>
        (peek(body, 6) === 0 ? readCountedCells : readLocationWithCard)(into, body, context),
    },
  ],
  [0x25, { read: readReport }],
  [0x26, { read: readAlarm({}) }],
  [0x27, { read: readAlarm({ fenced: true }) }],
  [0x28, { read: readCellList(), silent: true }],
  [0x2c, { read: readCellList(), silent: true }],
  [0x2e, { read: readCellList(), silent: true }],
  [0x32, { read: readWideAlarm }],
  [0x34, { read: readSensorReport }],
  [0x36, { read: bySize(40, readHeartbeatWithFields, readDriverReport) }],
  [0x37, { read: readLocationWithFields(false) }],
  [0x38, { read: readLocationWithFields(true) }],
  [0x61, { read: readCardReport }],
  [0x70, { read: readFields }],
  [0x94, { read: readShortInformation, silent: true }],
  [0x95, { read: readCamera }],
  [0x9b, { read: readTransparent }],
  [0xa0, { read: readLocationWithReason(true), silent: true }],
  [0xa1, { read: readCellList(true), silent: true }],
  [0xa2, { read: readCellList(true), silent: true }],
  [0xa3, { read: bySize(34, readWearableStatus, readAlarm({ is4g: true, fenced: true })) }],
  [0xa4, { read: readAlarm({ is4g: true, fenced: true }) }],
  [0xa5, { read: readCellAlarm(true) }],
  [0xa7, { read: readCellQuery(true) }],
  [0xf1, { read: readStatusFields }],
  [0xf3, { read: readPoints }],
])
