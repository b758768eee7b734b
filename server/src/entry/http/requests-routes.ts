import Type from 'typebox'
import { exact, Nullable } from '#kernel/api/fields.ts'
import { listing, listParameters, search } from '#kernel/api/lists.ts'
import { bothList, route } from '#kernel/api/route.ts'
import { type ListedRequest, listRequests, requestSorts, requestsKept } from './requests.ts'

const ApiRequestShape = Type.Object(
  {
    id: Type.Integer(),
    at: Type.Number({ description: 'When it was answered; unix seconds with fraction.' }),
    method: Type.String(),
    path: Type.String({ description: 'Without its query.' }),
    status: Type.Integer(),
    ms: Type.Number({ description: 'How long answering took.' }),
    request_id: Type.String({ description: 'As in `X-Request-Id` of its answer.' }),
    by: Type.Object({
      kind: Type.String({ description: '`token` or `staff`' }),
      id: Type.String({ description: 'Of the access token, or of the person of the team.' }),
      name: Nullable(Type.String({ description: 'Null: it is gone.' })),
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
    summary: 'List the last requests of the dealer',
    description:
      `The last ${requestsKept} that were answered to a caller of this dealer, in both dialects; \`sort=-id\` begins with the ` +
      'newest. A request is here about a second after its answer. Neither queries nor bodies are kept.',
    query: exact({
      failed: Type.Optional(
        Type.Boolean({ description: 'Only those that were (or were not) refused: a status of 400 or more.' }),
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
