import Type from 'typebox'
import { exact, Nullable } from '#kernel/api/fields.ts'
import { listing, listParameters, search } from '#kernel/api/lists.ts'
import { bothList, route } from '#kernel/api/route.ts'
import { type ListedRequest, listRequests, requestSorts, requestsKept } from './requests.ts'

const ApiRequestShape = Type.Object(
  {
    id: Type.Integer({ example: 90211 }),
    at: Type.Number({ example: 1790000000.127, description: 'Time of the answer, in unix seconds with fraction.' }),
    method: Type.String({ example: 'GET' }),
    path: Type.String({ example: '/provider/units', description: 'Without the query.' }),
    status: Type.Integer({ example: 200 }),
    ms: Type.Number({ example: 4.31, description: 'Duration in milliseconds.' }),
    request_id: Type.String({ description: 'As in the `X-Request-Id` header of the answer.' }),
    by: Type.Object({
      kind: Type.String({ example: 'token', description: '`token` or `staff`' }),
      id: Type.String({ description: 'Id of the access token or team member.' }),
      name: Nullable(Type.String({ example: 'Our ERP', description: 'Null: deleted.' })),
    }),
  },
  { title: 'ApiRequest' },
)

const toWire = (request: ListedRequest) => ({
  ...request,
  ms: Math.round(request.durationMs * 100) / 100,
  by: { kind: request.actorKind, id: request.actorId, name: request.actorName },
})

const { ids: _, ...paging } = listParameters

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/requests',
    tag: 'Developers',
    summary: 'List the dealer’s latest requests',
    description:
      `The last ${requestsKept} requests of this dealer’s programs and team, in both dialects; \`sort=-id\` begins with the ` +
      'newest. A request appears about a second after its answer. Neither queries nor bodies are kept.',
    query: exact({
      failed: Type.Optional(
        Type.Boolean({ description: 'Only requests that were (or were not) refused with status 400 or above.' }),
      ),
      ...search,
      ...paging,
    }),
    replies: bothList(ApiRequestShape),
    handle: (call, { query }) =>
      listing<ListedRequest>({
        sorts: requestSorts,
        read: (page) => listRequests(call, { isFailed: query.failed, q: query.q }, page),
        toWire,
      }),
  }),
]
