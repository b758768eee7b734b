/** The first five minutes with an installation, as commands that run as they stand once the capitals are filled in. */
import type { Dialect } from '../shared/dialects.ts'

export interface Step {
  readonly title: string
  readonly text: string
  readonly command: string
}

/** The self-service application, which both dialects offer and which needs no plan beforehand. */
const consumerApp = '5a5ca87f-7cbe-4540-ab5d-77bf4bf69884'

export function firstSteps(origin: string, dialect: Dialect): readonly Step[] {
  const read = (path: string) => `curl -H "$AUTH" ${origin}/${dialect}${path}`
  const create = (path: string, ...body: string[]) =>
    `${read(path)} \\\n  -H 'Content-Type: application/json' -d '{\n    ${body.join(',\n    ')}}'`
  return [
    {
      title: 'Take a token',
      text: 'On the machine of the installation.',
      command:
        `npx waymark dealer create --verified \\\n  --name 'MY COMPANY' --dialect ${dialect}\n` +
        `export AUTH='X-AccessToken: THE_TOKEN_IT_PRINTS'`,
    },
    { title: 'See who you are', text: 'The company card of the token’s dealer.', command: read('/company') },
    {
      title: 'Open a client account',
      text: 'With its first user; the answer has its id.',
      command: create(
        '/accounts',
        `"reg_apps": ["${consumerApp}"]`,
        `"user": {"name": "first-client", "login_key": "A_KEY"}`,
      ),
    },
    {
      title: 'Add a unit for its tracker',
      text: 'Models are at /client/hardware/devices.',
      command: create(
        '/units',
        `"account_id": ACCOUNT_ID, "hw_id": HW_ID`,
        `"name": "First unit", "ident": "IMEI"`,
        `"app_id": "${consumerApp}"`,
      ),
    },
    {
      title: 'Read what it reports',
      text: 'The newest value of each parameter.',
      command: read('/units/UNIT_ID/telemetry'),
    },
  ]
}
