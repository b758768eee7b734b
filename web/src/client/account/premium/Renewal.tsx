/** Whether a subscription paid by card renews automatically, and which card is charged. */
import { Button, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ClientKeptCard } from '../../../api/generated.ts'
import { change } from '../../../api/queries.ts'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { formatDay } from '../../../shared/format/times.ts'
import rows from '../../../shared/forms/Setting.module.css'
import { texts } from '../../../shared/texts/texts.ts'
import type { Subscription } from './premium.ts'

const words = texts.premium.renewal

interface RenewalProps {
  readonly current: Subscription
  readonly card: ClientKeptCard | undefined
  readonly mayBuy: boolean
}

export function Renewal({ current, card, mayBuy }: RenewalProps) {
  const turning = useMutation({
    mutationFn: (auto_renew: boolean) =>
      change('putClientSubscriptionsByIdAutoRenew', { id: current.id }, { auto_renew }),
  })
  const removing = useMutation({ mutationFn: () => change('deleteClientKeptCard', undefined) })
  const isOn = current.auto_renew
  return (
    <ul className={rows.rows}>
      <li className={rows.row}>
        <div className={rows.words}>
          <Text>{words.title}</Text>
          <Text size="sm" c="dimmed">
            {isOn && card && current.expires_at !== null
              ? words.isOn(cardName(card), formatDay(current.expires_at))
              : texts.premium.afterwards}
          </Text>
          {!card && (
            <Text size="sm" c="dimmed">
              {words.noCard}
            </Text>
          )}
          <Failure error={turning.error} />
        </div>
        <Switch
          aria-label={words.title}
          checked={isOn}
          disabled={!mayBuy || turning.isPending || (!card && !isOn)}
          onChange={({ currentTarget }) => turning.mutate(currentTarget.checked)}
        />
      </li>
      {card && (
        <li className={rows.row}>
          <div className={rows.words}>
            <Text>{cardName(card)}</Text>
            <Text size="sm" c="dimmed">
              {words.expires(`${String(card.month).padStart(2, '0')}/${card.year}`)}
            </Text>
            <Failure error={removing.error} />
          </div>
          {mayBuy && (
            <Button variant="default" size="xs" loading={removing.isPending} onClick={() => removing.mutate()}>
              {words.remove}
            </Button>
          )}
        </li>
      )}
    </ul>
  )
}

const cardName = ({ brand, last4 }: ClientKeptCard): string =>
  words.card(brand.charAt(0).toUpperCase() + brand.slice(1), last4)
