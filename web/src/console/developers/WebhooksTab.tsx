/** Where events are sent. */
import type { Webhook, WebhookWithSecret } from '../../api/generated.ts'
import { useListed } from '../../api/queries.ts'
import { BellIcon } from '../../shared/content/Icons.tsx'
import { go, to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { Time } from '../blocks/values.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { type Filter, useListView } from '../list/view.ts'
import { useMay } from '../session.ts'
import { SecretsList } from './SecretsList.tsx'
import type { TabProps } from './tab.ts'
import { WebhookForm } from './WebhookForm.tsx'

const { webhooks: texts } = words.developers
const noFilters: readonly Filter[] = []

export const WebhookState = ({ webhook: { enabled } }: { webhook: Pick<Webhook, 'enabled'> }) => (
  <StateBadge tone={enabled ? 'good' : 'quiet'}>{enabled ? texts.states.on : texts.states.off}</StateBadge>
)

export const typesText = ({ types }: Pick<Webhook, 'types'>): string =>
  types === null ? texts.allTypes : texts.someTypes(types.length)

const columns = columnsOf<Webhook>()(texts.columns, [
  { name: 'url', width: 'minmax(12rem, 3fr)', csv: ({ url }) => url },
  {
    name: 'state',
    width: '6rem',
    onPhone: 'badge',
    cell: (webhook) => <WebhookState webhook={webhook} />,
    csv: ({ enabled }) => enabled,
  },
  {
    name: 'types',
    width: '6rem',
    cell: typesText,
    csv: ({ types }) => types?.join(' ') ?? texts.allTypes,
  },
  { name: 'description', width: 'minmax(8rem, 2fr)', csv: ({ description }) => description },
  {
    name: 'created',
    width: '7.5rem',
    cell: ({ created_at }) => <Time at={created_at} as="day" />,
  },
])

export function WebhooksTab(tab: TabProps) {
  const mayMake = useMay()('manage')
  const view = useListView(noFilters)
  const list = useListed('getWebhooks', view.params)
  const addressOf = ({ id }: Pick<Webhook, 'id'>) => to('/developers/webhooks/:id', { id })
  return (
    <SecretsList
      {...tab}
      mayMake={mayMake}
      texts={texts}
      empty={texts.empty}
      icon={<BellIcon />}
      name="webhooks"
      things={texts.things}
      view={view}
      list={list}
      columns={columns}
      nameOf={({ url }: Webhook) => url}
      addressOf={addressOf}
      isWide
      form={(close, done: (made: WebhookWithSecret | undefined) => void) => (
        <WebhookForm
          act={texts.act}
          close={close}
          done={(webhook) => done('secret' in webhook ? webhook : undefined)}
        />
      )}
      shownOf={({ secret }) => ({ title: texts.madeTitle, secret, hint: texts.verify })}
      seen={(made) => go(addressOf(made))}
    />
  )
}
