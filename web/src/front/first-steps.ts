/** The first five minutes with an installation, as commands that run once the words in capitals are replaced. */
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
      title: 'Create a token',
      text: 'Run this on the server.',
      command:
        `npx waymark dealer create --verified \\\n  --name 'MY COMPANY' --dialect ${dialect}\n` +
        `export AUTH='X-AccessToken: THE_TOKEN_IT_PRINTS'`,
    },
    { title: 'Check your token', text: 'Returns the company profile of your dealer.', command: read('/company') },
    {
      title: 'Create a client',
      text: 'Creates an account with its first user. The response contains its ID.',
      command: create(
        '/accounts',
        `"reg_apps": ["${consumerApp}"]`,
        `"user": {"name": "first-client", "login_key": "A_KEY"}`,
      ),
    },
    {
      title: 'Create a unit',
      text: 'Find the model’s HW_ID at /client/hardware/devices.',
      command: create(
        '/units',
        `"account_id": ACCOUNT_ID, "hw_id": HW_ID`,
        `"name": "First unit", "ident": "IMEI"`,
        `"app_id": "${consumerApp}"`,
      ),
    },
    {
      title: 'Read its data',
      text: 'Returns the latest value of each parameter.',
      command: read('/units/UNIT_ID/telemetry'),
    },
  ]
}
