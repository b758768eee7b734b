/** The OpenAPI document of signing in to the consoles. */

import type { PlainRoute } from '#kernel/api/route.ts'
import type { Json } from '#kernel/api/schemas.ts'
import { consoleRoutes, publicConsoleRoutes } from '../scopes/console.ts'
import { plainDocument } from './openapi-plain.ts'

const consoleDocument = (): Json =>
  plainDocument({
    title: 'Waymark console API',
    summary: 'Console sign-in: sessions, password, two-factor authentication and invitations.',
    about,
    tags: {
      Sessions: 'Signing in and out, and open sessions.',
      Login: 'Password and two-factor authentication, and setting them up.',
      Devices: 'Phones and computers that show push notifications.',
      Maps: 'Search for addresses and places.',
    },
    rows: [
      ...publicConsoleRoutes.map((row) => ({ prefix: '/console', row: row as PlainRoute<never>, isPublic: true })),
      ...consoleRoutes.map((row) => ({ prefix: '/console', row: row as PlainRoute<never> })),
    ],
    bearerText: 'The token of a console session.',
    cookie: 'waymark_console',
  })

const about = `\
For members of a dealer's team and of the platform's team. Answers are never wrapped.

**What a session gives access to.** For a dealer's team: both dialects of the dealer's API, \`/billing\` and \`/client/hardware\`, as far as the role allows. \`rights\` in \`GET /console/me\` lists what it allows, and a refusal names the roles that may. For the platform's team: \`/operator\`.

**How long a session lasts.** It ends twelve hours after its last use and a week after it began, and at once when the person is disabled or gets another role or password.

**Times** are whole unix seconds, except \`expire\` (milliseconds).

**Wrong attempts** are counted: after ten in an hour, a login is closed for an hour. The answer stays the same.`

/** The text as it is committed and as it is served. */
export const consoleDocumentText = (): string => `${JSON.stringify(consoleDocument(), null, 2)}\n`
