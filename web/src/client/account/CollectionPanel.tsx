/** The card that pays the provider's invoices: the consent, the next charge, and past ones. */
import { Button, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { CardCharge, ClientOwnCollection as OwnCollection } from '../../api/generated.ts'
import { change, useOperation } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { State, type Tone } from '../../shared/feedback/State.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { formatDay } from '../../shared/format/times.ts'
import rows from '../../shared/forms/Setting.module.css'
import { Panel } from '../../shared/layout/Panel.tsx'
import { language, texts } from '../../shared/texts/texts.ts'
import type { Me } from '../types.ts'

const words = texts.account.collection
const chargesMax = 5

/** Shown if the provider charges cards, or has done so. */
export function CollectionPanel({ me }: { me: Me }) {
  const query = useOperation('getClientCollection', undefined)
  const found = query.data
  if (!found || (!found.is_offered && !found.card && found.charges.length === 0)) return null
  const mayChange = me.operations.includes('client.collect')
  return (
    <Panel title={words.title} id="payment">
      <ul className={rows.rows}>
        <Automatic collection={found} mayChange={mayChange} company={me.company.name} />
        {found.card && <Card card={found.card} mayChange={mayChange} />}
        {found.charges.slice(0, chargesMax).map((charge) => (
          <ChargeRow key={charge.id} charge={charge} />
        ))}
      </ul>
    </Panel>
  )
}

interface AutomaticProps {
  readonly collection: OwnCollection
  readonly mayChange: boolean
  readonly company: string
}

function Automatic({ collection, mayChange, company }: AutomaticProps) {
  const { agreed, agreed_text, card, next, is_offered, is_stopped, texts: consents } = collection
  const turning = useMutation<unknown, Error, boolean>({
    mutationFn: (isOn) =>
      isOn
        ? change('putClientCollectionConsent', undefined, { text: consents[language] })
        : change('deleteClientCollectionConsent', undefined),
  })
  const isOn = agreed !== null
  const says = is_stopped ? words.stopped : !card ? words.noCard : isOn ? words.on : words.off(company)
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <Text>{words.automatic}</Text>
        <Text size="sm" c="dimmed">
          {next ? words.next(formatMoney(next.amount, next.currency), next.number, formatDay(next.at)) : says}
        </Text>
        {isOn ? (
          <Text size="sm" c="dimmed">
            {words.agreed(formatDay(agreed))} “{agreed_text}”
          </Text>
        ) : (
          card &&
          is_offered && (
            <Text size="sm" c="dimmed">
              {consents[language]}
            </Text>
          )
        )}
        <Failure error={turning.error} />
      </div>
      <Switch
        aria-label={words.automatic}
        checked={isOn}
        disabled={!mayChange || turning.isPending || (!isOn && (!card || !is_offered))}
        onChange={({ currentTarget }) => turning.mutate(currentTarget.checked)}
      />
    </li>
  )
}

function Card({ card, mayChange }: { card: NonNullable<OwnCollection['card']>; mayChange: boolean }) {
  const removing = useMutation({ mutationFn: () => change('deleteClientCollectionCard', undefined) })
  const { brand, last4, month, year } = card
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <Text>{words.card(brand.charAt(0).toUpperCase() + brand.slice(1), last4)}</Text>
        <Text size="sm" c="dimmed">
          {words.expires(`${String(month).padStart(2, '0')}/${year}`)}
        </Text>
        <Failure error={removing.error} />
      </div>
      {mayChange && (
        <Button variant="default" size="xs" loading={removing.isPending} onClick={() => removing.mutate()}>
          {words.remove}
        </Button>
      )}
    </li>
  )
}

const tones: Readonly<Record<CardCharge['status'], Tone>> = {
  ...{ open: 'quiet', paid: 'good', failed: 'bad', cancelled: 'quiet' },
}

function ChargeRow({ charge }: { charge: CardCharge }) {
  const { amount, currency, number, created, status, failure, needs_holder } = charge
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <Text>{words.charge(formatMoney(amount, currency), number)}</Text>
        <Text size="sm" c="dimmed">
          {formatDay(created)}
          {status === 'failed' && ` · ${needs_holder ? words.confirm : (failure ?? '')}`}
        </Text>
      </div>
      <State tone={tones[status]}>{words.states[status]}</State>
    </li>
  )
}
