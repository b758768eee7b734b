/** The OpenAPI document of signing in to the consoles. */

import type { PlainRoute } from '#kernel/api/route.ts'
import type { Json } from '#kernel/api/schemas.ts'
import { consoleRoutes, publicConsoleRoutes } from './console.ts'
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
For people of a dealer's team and of the platform's own. Answers are never wrapped.

**What the session opens.** For a dealer's team: both dialects of the dealer's API, \`/billing\` and \`/client/hardware\`, as far as the role goes; \`rights\` in \`GET /console/me\` says how far, and a refusal names the roles that may. For the platform's own team: \`/operator\`.

**How long.** A session ends twelve hours after its last use and a week after its beginning, and at once when the person is disabled, gets another role or another password.

**Times** are whole unix seconds, except \`expire\` (milliseconds).

**Wrong tries** are counted: after ten in an hour a login is closed for an hour, and answered as before.`

/** The text as it is committed and as it is served. */
export const consoleDocumentText = (): string => `${JSON.stringify(consoleDocument(), null, 2)}\n`
