/** All matches of a view, page by page: for exports and for actions on everything. */
import { callWhole, type ItemOf, type ListName, type ParamsOf } from '../../api/call.ts'

export async function loadAll<Name extends ListName>(
  name: Name,
  params: Omit<NonNullable<ParamsOf<Name>>, 'limit' | 'cursor'>,
  loaded: (count: number) => void = () => {},
): Promise<readonly ItemOf<Name>[]> {
  const items: ItemOf<Name>[] = []
  let cursor: string | undefined
  do {
    const page = await callWhole(name, { ...params, limit: 1000, cursor } as unknown as ParamsOf<Name>)
    items.push(...(page.answer as readonly ItemOf<Name>[]))
    cursor = page.next
    loaded(items.length)
  } while (cursor !== undefined)
  return items
}
