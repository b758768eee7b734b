import type { Model } from './model.ts'
import { manufacturers } from './models/index.ts'

export { hasWrongCheckDigit } from './bytes/imei.ts'
export { type Circumstances, type ExplainedRange, explainFrame, explainingDecodesMax } from './explain.ts'
export { type NetworkServer, networkServers, readUplink, type Uplink } from './http/lorawan.ts'
export { ownTracksAnswer, type Report, readReport } from './http/phones.ts'
export type { Message, Value } from './message.ts'
export { type Manufacturer, type Model, type Tag, tags } from './model.ts'
export { manufacturers } from './models/index.ts'
export { type Picture, pictureOf, pictures } from './picture.ts'
export {
  type AnswerStyle,
  answersIn,
  type Command,
  type CommandAnswer,
  type CommandKind,
  commandKinds,
  type Decoded,
  type Decoder,
  frameBytesMax,
  type KnownUnit,
  type Link,
  ProtocolError,
  type Recognition,
} from './protocol.ts'
export {
  type Protocol,
  type ProtocolName,
  protocolByName,
  protocols,
  spoken,
  type Transport,
  transports,
} from './protocols/index.ts'
export { readFormReport } from './protocols/osmand/form.ts'
export { decoderByName, recognise, speaks } from './recognition.ts'
export {
  effectiveSettings,
  readSettingsText,
  type Setting,
  type SettingName,
  type SettingValue,
  type SettingValues,
  type SpeedUnit,
  settingFault,
  settingNames,
  settingsOf,
  speedScales,
  speedUnitOf,
  speedUnits,
} from './setup/settings.ts'
export { filledSetup, setupTextsOf } from './setup/setup.ts'
export { type SetupWay, setupOf, setupWays } from './setup/setup-ways.ts'
export { type Alarm, alarms } from './values/alarms.ts'
export { type Beacon, tagId } from './values/beacon.ts'
export { type Parameter, parameterOf } from './values/parameters.ts'
export { type ReportedParameter, reportedBy } from './values/reported.ts'

export interface CatalogueModel extends Model {
  readonly manufacturerId: number
  /**
   * The model's id. The API has both numbers, but here a model is one kind of device: a second numbering would also
   * have to stay stable and would add nothing.
   */
  readonly deviceTypeId: number
}

/** All models, maker by maker in the order of the lists. */
export const models: readonly CatalogueModel[] = manufacturers.flatMap((manufacturer) =>
  manufacturer.models.map((model) => ({ ...model, manufacturerId: manufacturer.id, deviceTypeId: model.id })),
)

/** Old hardware: no set-up tool, and no connection log. */
export const isLegacy = ({ tags }: Pick<Model, 'tags'>): boolean => tags.includes('legacy')

const byId: ReadonlyMap<number, CatalogueModel> = new Map(models.map((model) => [model.id, model]))

export const modelById = (hwId: number): CatalogueModel | undefined => byId.get(hwId)
