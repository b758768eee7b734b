/** Routes of the settings that the operator changes in its pages. */
import Type from 'typebox'
import type { OperatorCall } from '#identity/staff/call.ts'
import { exact, Nullable } from '#kernel/api/fields.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import { settingPages } from '#kernel/config/setting-pages.ts'
import { pageSettings } from '#kernel/config/settings.ts'
import { changeSettings, listSettings, type ShownSetting, triedSettings } from './settings-actions.ts'
import { tries } from './settings-test.ts'

const route = plainRoute<OperatorCall>()
const tag = 'Installation'

const Name = Type.Unsafe<string>({ type: 'string', enum: pageSettings, example: 'WAYMARK_NAME' })
const Page = Type.Unsafe<(typeof settingPages)[number]>({
  type: 'string',
  enum: [...settingPages],
  example: 'installation',
  description: 'The page that shows it.',
})

const SettingShape = Type.Object(
  {
    name: Name,
    page: Page,
    source: Type.Unsafe<string>({
      type: 'string',
      enum: ['environment', 'database', 'default'],
      example: 'database',
      description: '`environment`: the server’s environment sets it, and it cannot be changed here.',
    }),
    value: Nullable(
      Type.String({ example: 'North Tracking', description: 'Null if it is not set. Secrets are not shown.' }),
    ),
    secret: Type.Boolean({ example: false }),
    default: Type.String({ example: 'Waymark' }),
    description: Type.String({ example: 'The name of this installation.' }),
  },
  { title: 'OperatorSetting' },
)

const toWire = ({ isSecret, otherwise, ...setting }: ShownSetting) => ({
  ...setting,
  secret: isSecret,
  default: otherwise,
})

const Changes = Type.Array(
  exact({
    name: Name,
    value: Nullable(
      Type.String({ maxLength: 2000, example: 'North Tracking', description: 'Null or empty: the default.' }),
    ),
  }),
  { maxItems: pageSettings.length, description: 'Settings that are not named stay as they are.' },
)

export const settingRows = [
  route({
    method: 'GET',
    path: '/settings',
    tag,
    summary: 'List the settings that can be changed here',
    reply: bare(Type.Array(SettingShape)),
    handle: async (call) => listSettings(call).map(toWire),
  }),
  route({
    method: 'PATCH',
    path: '/settings',
    tag,
    summary: 'Change settings',
    description: 'They apply to all nodes at once. A setting that the server’s environment sets is refused.',
    body: exact({ settings: Changes }),
    reply: bare(Type.Array(SettingShape)),
    handle: async (call, { body }) => {
      call.validate()
      return (await changeSettings(call, body.settings)).map(toWire)
    },
  }),
  route({
    method: 'POST',
    path: '/settings/test',
    tag,
    summary: 'Try the settings of a page',
    description:
      'Uses the values of the body in place of the saved ones, and saves nothing. `mail` sends an email to the person who asks; ' +
      '`payments` asks Stripe; `map` opens the files; `addresses` asks the geocoder; `backups` writes, reads and deletes a small file; `installation` requests its own public address.',
    body: exact({ page: Page, settings: Changes }),
    reply: bare(
      Type.Object(
        { works: Type.Boolean(), says: Type.String({ example: 'https://tracking.example leads to Waymark.' }) },
        { title: 'OperatorSettingsTest' },
      ),
    ),
    handle: async (call, { body }) => {
      call.validate()
      return tries[body.page](triedSettings(call, body.settings), call, call.session.email)
    },
  }),
]
