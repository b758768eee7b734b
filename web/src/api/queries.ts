/** Server data in pages: asked once, shared by all who show it, and fresh again after every change. */
import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { Refused } from '../shared/api.ts'
import {
  type AnswerOf,
  type BodyOf,
  call,
  callWhole,
  type ItemOf,
  isSpoken,
  type ListName,
  type OperationName,
  type ParamsOf,
} from './call.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Coming back to a page within a moment shows what was there without asking again.
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      // What the server refuses it refuses again; what did not arrive may arrive.
      retry: (failures, error) =>
        failures < 2 && error instanceof Refused && (error.status === 0 || error.status === 503),
      retryDelay: 700,
      // Without a network a page says so at once, and asks again when there is one.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // A change that a person made in a tunnel must not be sent an hour later.
    mutations: { networkMode: 'always' },
  },
})

interface QueryOptions<Name extends OperationName> {
  readonly isEnabled?: boolean
  /** For pages that show something alive; a function where the answer says whether it still is. */
  readonly everyMilliseconds?: number | ((answer: AnswerOf<Name> | undefined) => number | false)
  /** For what hardly ever changes while somebody looks: the catalogue, the modules. */
  readonly isSteady?: boolean
  /** Shows the previous answer while the one to other parameters loads, so that nothing moves under a pointer. */
  readonly keepsPrevious?: boolean
}

export function useOperation<Name extends OperationName>(
  name: Name,
  params: ParamsOf<Name>,
  { isEnabled = true, everyMilliseconds, isSteady, keepsPrevious }: QueryOptions<Name> = {},
): UseQueryResult<AnswerOf<Name>> {
  return useQuery({
    queryKey: [name, params],
    queryFn: ({ signal }) => call(name, params, undefined, signal),
    enabled: isEnabled && isSpoken(name),
    refetchInterval:
      typeof everyMilliseconds === 'function'
        ? ({ state }) => everyMilliseconds(state.data as AnswerOf<Name> | undefined)
        : (everyMilliseconds ?? false),
    ...(isSteady && { staleTime: Number.POSITIVE_INFINITY }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  }) as UseQueryResult<AnswerOf<Name>>
}

/** The first page comes fast, the following ones are long, so that scrolling seldom waits. */
export const firstSize = 60
export const nextSize = 300

export interface Listed<Item> {
  readonly items: readonly Item[]
  readonly isLoading: boolean
  /** The previous result is shown while another search or order loads. */
  readonly isStale: boolean
  readonly error: unknown
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  more(): void
  reload(): void
}

/** How many match, next to their list; undefined until it is known. */
export function useCount(name: string, params: object, count: () => Promise<number>): number | undefined {
  return useQuery({ queryKey: [name, 'count', params], queryFn: count, placeholderData: keepPreviousData }).data
}

/** A list in pages by cursor, as far as somebody has scrolled. */
export function useListed<Name extends ListName>(
  name: Name,
  params: Omit<NonNullable<ParamsOf<Name>>, 'limit' | 'cursor'>,
  sizes = { first: firstSize, next: nextSize },
): Listed<ItemOf<Name>> {
  const query = useInfiniteQuery({
    queryKey: [name, 'pages', params],
    queryFn: ({ pageParam, signal }) =>
      callWhole(
        name,
        { ...params, limit: pageParam ? sizes.next : sizes.first, cursor: pageParam } as unknown as ParamsOf<Name>,
        undefined,
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Coming back to the window must not ask for everything somebody has scrolled through.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 2,
  })
  const { data } = query
  const items = useMemo(() => (data?.pages ?? []).flatMap((page) => page.answer as readonly ItemOf<Name>[]), [data])
  return {
    items,
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage()),
    reload: () => void query.refetch(),
  }
}

/** A change; after it everything on the screen is asked again, because nobody can say what else it has moved. */
export async function change<Name extends OperationName>(
  name: Name,
  params: ParamsOf<Name>,
  body?: BodyOf<Name>,
): Promise<AnswerOf<Name>> {
  const answer = await call(name, params, body)
  await queryClient.invalidateQueries()
  return answer
}

/** The same for a button that shows whether it runs, and why it failed. */
export const useChange = <Name extends OperationName>(name: Name) =>
  useMutation({
    mutationFn: ({ params, body }: { params: ParamsOf<Name>; body?: BodyOf<Name> }) => change(name, params, body),
  })
