/** The OpenAPI document of the platform's own team. */

import type { PlainRoute } from '#kernel/api/route.ts'
import type { Json } from '#kernel/api/schemas.ts'
import { operatorRoutes } from '../scopes/console.ts'
import { plainDocument } from './openapi-plain.ts'

const operatorDocument = (): Json =>
  plainDocument({
    title: 'Waymark operator API',
    summary: 'The platform team: dealers, reviews, plans and the installation.',
    about,
    tags: {
      Sessions: 'Open sessions.',
      Dealers: 'Businesses that offer tracking on this installation.',
      Reviews: 'Dealer details that wait for review.',
      Plans: 'Plans for dealers and clients.',
      Installation: 'Jobs, emails, storage, trackers and backups.',
    },
    rows: operatorRoutes.map((row) => ({ prefix: '/operator', row: row as PlainRoute<never> })),
    bearerText: 'The token of a console session (`POST /console/sessions`) of a member of the platform team.',
    cookie: 'waymark_console',
  })

const about = `\
For members of the platform's team. Answers are never wrapped. Every change is in the audit log with the person who made it. What a person can do here, the command line tool can do as well.

**Times** are whole unix seconds.

**Bodies** are \`application/json\` in UTF-8, at most 1 MiB. Nothing is converted, and every unknown field or parameter is refused.

**Lists** of dealers and emails are complete unless \`limit\` is given; then \`Link\` and \`X-Next-Cursor\` lead to the next page.`

/** The text as it is committed and as it is served. */
export const operatorDocumentText = (): string => `${JSON.stringify(operatorDocument(), null, 2)}\n`
