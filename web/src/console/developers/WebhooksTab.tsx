/** Where events are sent. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Webhook, WebhookWithSecret } from '../../api/generated.ts'
import { useListed } from '../../api/queries.ts'
import { PlusIcon } from '../../shared/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { Dialog } from '../blocks/Dialog.tsx'
import { Empty } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { Time } from '../blocks/values.tsx'
import { BellIcon } from '../icons.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/ListRows.tsx'
import { type Filter, useListView } from '../list/view.ts'
import { go, to } from '../place.ts'
import { useMay } from '../session.ts'
import type { TabProps } from './DevelopersPage.tsx'
import { SecretOnce } from './SecretOnce.tsx'
import { WebhookForm } from './WebhookForm.tsx'

const { webhooks: texts, title } = words.developers
const noFilters: readonly Filter[] = []

export const WebhookState = ({ webhook: { enabled } }: { webhook: Pick<Webhook, 'enabled'> }) => (
  <StateBadge tone={enabled ? 'good' : 'quiet'}>{enabled ? texts.states.on : texts.states.off}</StateBadge>
)

export const typesText = ({ types }: Pick<Webhook, 'types'>): string =>
  types === null ? texts.allTypes : texts.someTypes(types.length)

const columns: readonly Column<Webhook>[] = [
  { name: 'url', title: texts.columns.url, width: 'minmax(12rem, 3fr)', cell: ({ url }) => url, csv: ({ url }) => url },
  {
    name: 'state',
    title: texts.columns.state,
    width: '6rem',
    onPhone: 'badge',
    cell: (webhook) => <WebhookState webhook={webhook} />,
    csv: ({ enabled }) => enabled,
  },
  {
    name: 'types',
    title: texts.columns.types,
    width: '6rem',
    cell: typesText,
    csv: ({ types }) => types?.join(' ') ?? texts.allTypes,
  },
  {
    name: 'description',
    title: texts.columns.description,
    width: 'minmax(8rem, 2fr)',
    cell: ({ description }) => description,
    csv: ({ description }) => description,
  },
  {
    name: 'created',
    title: texts.columns.created,
    width: '7.5rem',
    cell: ({ created_at }) => <Time at={created_at} as="day" />,
  },
]

export function WebhooksTab({ tabs, acts }: TabProps) {
  const mayMake = useMay()('manage')
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<WebhookWithSecret>()
  const view = useListView(noFilters)
  const list = useListed('getWebhooks', view.params)
  const create = mayMake && (
    <Button leftSection={<PlusIcon />} onClick={() => setIsMaking(true)}>
      {texts.new}
    </Button>
  )
  return (
    <>
      <ListPage
        title={title}
        tabs={tabs}
        things={texts.things}
        name="webhooks"
        view={view}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ url }) => url}
        addressOf={({ id }) => to('/developers/webhooks/:id', { id })}
        hasSearch={false}
        acts={
          <>
            {acts}
            {create}
          </>
        }
        empty={
          <Empty icon={<BellIcon />} title={texts.emptyTitle} action={create}>
            {texts.empty}
          </Empty>
        }
      />
      <Dialog title={texts.new} isOpen={isMaking} close={() => setIsMaking(false)} isWide>
        <WebhookForm
          act={texts.act}
          close={() => setIsMaking(false)}
          done={(webhook) => {
            setIsMaking(false)
            if ('secret' in webhook) setMade(webhook)
          }}
        />
      </Dialog>
      <SecretOnce
        shown={made && { title: texts.madeTitle, secret: made.secret, hint: texts.verify }}
        close={() => {
          setMade(undefined)
          if (made) go(to('/developers/webhooks/:id', { id: made.id }))
        }}
      />
    </>
  )
}
