/** The types of packet we read, in the maker's numbering. */
import { left, peek } from '../../bytes/bytes.ts'
import {
  readAlarm,
  readCamera,
  readCellAlarm,
  readLongAlarm,
  readModuleAlarm,
  readNetworkAlarm,
  readWideAlarm,
} from './alarm-packets.ts'
import {
  readFields,
  readLocationWithFields,
  readLocationWithNetwork,
  readPeripherals,
  readStatusFields,
} from './fields.ts'
import type { Kind, Read } from './kind.ts'
import {
  readBlocks,
  readBlocksWithAlarm,
  readCellList,
  readCellQuery,
  readCountedCells,
  readFixAndCells,
  readPoints,
  readWideCells,
} from './networks.ts'
import {
  readCardReport,
  readDriverReport,
  readLocation,
  readLocationWithAltitude,
  readLocationWithCard,
  readLocationWithDriver,
  readLocationWithReason,
  readPosition,
  readPositionWithWideCell,
  readReport,
  readSensorReport,
} from './positions.ts'
import {
  readBattery,
  readClock,
  readEngine,
  readHeartbeat,
  readHeartbeatWithFields,
  readHeartbeatWithVoltage,
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
  [0x33, { read: readBlocksWithAlarm }],
  [0x94, { read: readInformation, silent: true }],
])

export const kinds: ReadonlyMap<number, Kind> = new Map<number, Kind>([
  [0x10, { read: bySize(18, nothing, readPosition), local: true, silent: true }],
  [0x11, { read: bySize(18, readCellQuery(false), readPositionWithWideCell), local: true, silent: true }],
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
      read: (into, body, context) => {
        const isPlace = left(body) === 41 || left(body) === 45
        const read = peek(body, 6) === 0 ? readCountedCells : isPlace ? readLocationWithCard : readCellList()
        read(into, body, context)
      },
    },
  ],
  [0x25, { read: readReport }],
  [0x26, { read: readAlarm({}) }],
  [0x27, { read: readAlarm({ fenced: true }) }],
  [0x28, { read: readCellList(), silent: true }],
  [0x2c, { read: readCellList(), silent: true }],
  [0x2d, { read: readLocationWithReason(false), silent: true }],
  [0x2e, { read: readCellList(), silent: true }],
  [0x31, { read: readLocationWithAltitude, silent: true }],
  [0x32, { read: readWideAlarm }],
  [0x33, { read: readWideCells(6, true) }],
  [0x34, { read: bySize(52, readWideCells(7), readSensorReport) }],
  [0x36, { read: bySize(40, readHeartbeatWithFields, readDriverReport) }],
  [0x37, { read: readLocationWithFields }],
  [0x38, { read: readLocationWithNetwork }],
  [0x39, { read: readModuleAlarm }],
  [0x40, { read: readBattery }],
  [0x61, { read: readCardReport }],
  [0x70, { read: readFields }],
  [0x8c, { read: readEngine }],
  [0x94, { read: readShortInformation, silent: true }],
  [0x95, { read: readCamera }],
  [0x9b, { read: readTransparent }],
  [0xa0, { read: readLocationWithReason(true), silent: true }],
  [0xa1, { read: readCellList(true), silent: true }],
  [
    0xa2,
    { read: (into, body, context) => (left(body) === 59 ? readLongAlarm : readCellList(true))(into, body, context) },
  ],
  [0xa3, { read: bySize(34, readWearableStatus, readAlarm({ is4g: true, fenced: true })) }],
  [0xa4, { read: readAlarm({ is4g: true, fenced: true }) }],
  [0xa5, { read: readCellAlarm(true) }],
  [0xa7, { read: readCellQuery(true) }],
  [0xa9, { read: readNetworkAlarm }],
  [0xb2, { read: readClock }],
  [0xf1, { read: readStatusFields }],
  [0xf2, { read: readPeripherals }],
  [0xf3, { read: readPoints }],
])
