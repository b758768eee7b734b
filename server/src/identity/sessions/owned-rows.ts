/** The routes for what a client owns and arranges: list, create, read, change, delete. Features add what differs. */
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { bare, type PlainRoute } from '#kernel/api/route.ts'
import type { Operation } from '../access/access.ts'
import type { ClientCall } from './call.ts'

interface Words {
  readonly summary: string
  readonly description?: string
}

interface Owned<T, P extends TObject, N extends TObject, C extends TObject> {
  readonly tag: string
  /** Undefined if each item needs a different one. */
  readonly module?: string
  readonly path: string
  readonly params: P
  readonly shape: TSchema
  readonly toWire?: (item: T, call: ClientCall) => unknown
  readonly operations?: { readonly view: Operation; readonly change: Operation }
  readonly list?: Words & { readonly handle: (call: ClientCall) => Promise<readonly T[]> }
  readonly create?: Words & {
    readonly body: N
    readonly handle: (call: ClientCall, body: Static<N>) => Promise<T>
  }
  readonly read?: Words & { readonly handle: (call: ClientCall, id: IdOf<P>) => Promise<T> }
  readonly change?: Words & {
    readonly body: C
    readonly handle: (call: ClientCall, id: IdOf<P>, body: Static<C>) => Promise<T>
  }
  readonly remove?: Words & { readonly handle: (call: ClientCall, id: IdOf<P>) => Promise<unknown> }
}

type IdOf<P extends TObject> = Static<P> extends { id: infer Id } ? Id : never

type Row = PlainRoute<ClientCall, Operation>

const byClients = { view: 'client.view', change: 'client.arrange' } as const

export function ownedRoutes<T, P extends TObject, N extends TObject, C extends TObject>(
  owned: Owned<T, P, N, C>,
): Row[] {
  const { tag, module, path, params, shape, toWire = (item: T) => item, operations = byClients } = owned
  const { list, create, read, change, remove } = owned
  const of = { tag, ...(module !== undefined && { module }) }
  const all = { ...of, path }
  const one = { ...of, path: `${path}/:id`, params }
  const view = { method: 'GET', operation: operations.view } as const
  const { change: operation } = operations
  type Of<B> = { readonly params: { readonly id: IdOf<P> }; readonly body: B }
  const rows = [
    list && {
      ...{ ...all, ...list, ...view, reply: bare(Type.Array(shape)) },
      handle: async (call: ClientCall) => Promise.all((await list.handle(call)).map((item) => toWire(item, call))),
    },
    create && {
      ...{ ...all, ...create, method: 'POST', operation, reply: bare(shape, 201) },
      handle: async (call: ClientCall, { body }: Of<Static<N>>) => toWire(await create.handle(call, body), call),
    },
    read && {
      ...{ ...one, ...read, ...view, reply: bare(shape) },
      handle: async (call: ClientCall, { params: { id } }: Of<never>) => toWire(await read.handle(call, id), call),
    },
    change && {
      ...{ ...one, ...change, method: 'PATCH', operation, reply: bare(shape) },
      handle: async (call: ClientCall, { params: { id }, body }: Of<Static<C>>) =>
        toWire(await change.handle(call, id, body), call),
    },
    remove && {
      ...{ ...one, ...remove, method: 'DELETE', operation, reply: bare(Type.Null(), 204) },
      handle: (call: ClientCall, { params: { id } }: Of<never>) => remove.handle(call, id),
    },
  ]
  return rows.filter((row) => row !== undefined) as unknown as Row[]
}
