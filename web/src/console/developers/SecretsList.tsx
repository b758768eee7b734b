/** A list of items with a secret each, which is shown once: when the item is created. */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../../api/queries.ts'
import { PlusIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { confirm } from '../blocks/confirm.tsx'
import { Dialog } from '../blocks/Dialog.tsx'
import { Empty } from '../blocks/layout.tsx'
import { toastResult } from '../blocks/toasts.tsx'
import { ListPage, type ListPageProps } from '../list/ListPage.tsx'
import { SecretOnce, type ShownSecret } from './SecretOnce.tsx'
import type { TabProps } from './tab.ts'

interface Props<Item, Made>
  extends TabProps,
    Pick<ListPageProps<Item>, 'name' | 'things' | 'view' | 'list' | 'columns' | 'nameOf' | 'addressOf'> {
  readonly mayMake: boolean
  readonly texts: { readonly new: string; readonly emptyTitle: string }
  /** Explains its purpose, if the list is empty. */
  readonly empty: string
  readonly icon: ReactNode
  form(close: () => void, done: (made: Made | undefined) => void): ReactNode
  readonly isWide?: boolean
  shownOf(made: Made): ShownSecret
  /** After the secret was shown. */
  seen?(made: Made): void
}

export function SecretsList<Item extends { readonly id: string }, Made>(props: Props<Item, Made>) {
  const { tabs, actions, mayMake, texts, empty, icon, form, isWide = false, shownOf, seen, ...list } = props
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<Made>()
  const close = () => setIsMaking(false)
  const create = mayMake && (
    <Button leftSection={<PlusIcon />} onClick={() => setIsMaking(true)}>
      {texts.new}
    </Button>
  )
  return (
    <>
      <ListPage
        {...list}
        title={words.developers.title}
        tabs={tabs}
        idOf={({ id }) => id}
        hasSearch={false}
        actions={
          <>
            {actions}
            {create}
          </>
        }
        empty={
          <Empty icon={icon} title={texts.emptyTitle} action={create}>
            {empty}
          </Empty>
        }
      />
      <Dialog title={texts.new} isOpen={isMaking} close={close} isWide={isWide}>
        {form(close, (one) => {
          close()
          setMade(one)
        })}
      </Dialog>
      <SecretOnce
        shown={made && shownOf(made)}
        close={() => {
          setMade(undefined)
          if (made) seen?.(made)
        }}
      />
    </>
  )
}

/** The secret stops working at once. */
export async function endSecret(
  asked: { readonly title: string; readonly text: string; readonly effect: string; readonly act: string },
  done: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { title, text, effect, act } = asked
  if (!(await confirm({ title, text, effect: [[1, effect]], canBeUndone: false, act }))) return
  await toastResult(
    work().then(() => queryClient.invalidateQueries()),
    done,
  )
}
