/** One payment: what it seems to pay and why, a match by hand, and undo. */
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import type { BankLine, BankLineProposal } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Columns, Facts, PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { toast, toastFailure, toastResult } from '../blocks/toasts.tsx'
import { Money } from '../blocks/values.tsx'
import type { PageProps } from '../page.ts'
import { useMay } from '../session.ts'
import classes from './bank.module.css'
import { confidenceTones, matchOf, stateTones } from './line.ts'
import { MatchByHand } from './MatchByHand.tsx'

const { bank } = words
const { one: texts } = bank

export function BankLinePage({ params: { id = '' } }: PageProps) {
  const query = useOperation('getConsoleBankLines', { ids: id })
  return (
    <PageBody>
      <Loaded query={query} height={320}>
        {([line]) => (line ? <OneLine key={line.state} line={line} /> : <Notice tone="quiet">{texts.gone}</Notice>)}
      </Loaded>
    </PageBody>
  )
}

function OneLine({ line }: { line: BankLine }) {
  const may = useMay()
  const isOpen = line.state === 'open'
  const facts = [
    [texts.facts.booked, formatCalendarDay(line.booked_on)],
    [texts.facts.payer, line.payer ?? bank.unknownPayer],
    ...(line.iban ? [[texts.facts.iban, line.iban] as const] : []),
    [texts.facts.text, line.text || words.times.none],
    ...(line.bank_reference ? [[texts.facts.bank, line.bank_reference] as const] : []),
  ] as const
  return (
    <>
      <PageHead
        title={line.payer ?? bank.unknownPayer}
        back={{ address: to('/bank'), title: texts.back }}
        badge={<StateBadge tone={stateTones[line.state]}>{bank.states[line.state]}</StateBadge>}
        detail={<Money amount={line.amount} currency={line.currency} />}
      >
        {may('bills') && <LineActions line={line} />}
      </PageHead>
      <Columns>
        <Panel>
          <Facts facts={facts} />
        </Panel>
        {line.state === 'matched' && <Matched line={line} />}
        {isOpen && <Proposals line={line} />}
      </Columns>
      {isOpen && may('bills') && <MatchByHand line={line} />}
    </>
  )
}

function LineActions({ line: { id, state } }: { line: BankLine }) {
  const undo = useChange('deleteConsoleBankLinesByIdMatch')
  const ignore = useChange('putConsoleBankLinesByIdIgnored')
  if (state === 'matched') {
    return (
      <Button
        variant="default"
        loading={undo.isPending}
        onClick={() => void toastResult(undo.mutateAsync({ params: { id } }), texts.undone)}
      >
        {texts.undo}
      </Button>
    )
  }
  const is_ignored = state === 'open'
  return (
    <Button
      variant="default"
      loading={ignore.isPending}
      onClick={() =>
        void toastResult(
          ignore.mutateAsync({ params: { id }, body: { is_ignored } }),
          is_ignored ? texts.ignored : texts.restored,
        )
      }
    >
      {is_ignored ? texts.ignore : texts.restore}
    </Button>
  )
}

function Matched({ line: { parts, credit, currency, account_title, is_automatic } }: { line: BankLine }) {
  return (
    <Panel title={texts.matched}>
      <Parts parts={parts} credit={credit} currency={currency} client={account_title ?? ''} />
      {is_automatic && <p className={classes.quiet}>{bank.automatic}</p>}
    </Panel>
  )
}

type PartsProps = Pick<BankLine, 'parts' | 'credit' | 'currency'> & { readonly client: string }

function Parts({ parts, credit, currency, client }: PartsProps) {
  return (
    <SmallTable label={texts.matched} head={texts.matchedHead}>
      {parts.map(({ invoice_id, number, amount }) => (
        <tr key={invoice_id}>
          <td>
            <Anchor href={to('/invoices/:id', { id: invoice_id })}>{number}</Anchor>
          </td>
          <td className={classes.number}>{formatMoney(amount, currency)}</td>
        </tr>
      ))}
      {credit > 0 && (
        <tr>
          <td>{texts.credit(client)}</td>
          <td className={classes.number}>{formatMoney(credit, currency)}</td>
        </tr>
      )}
    </SmallTable>
  )
}

function Proposals({ line }: { line: BankLine }) {
  return (
    <Panel title={texts.proposals}>
      {line.proposals.length === 0 && <p className={classes.plain}>{texts.noProposals}</p>}
      <ul className={classes.proposals}>
        {line.proposals.map((proposal, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: proposals have an order and no other key.
          <li key={index} className={classes.proposal}>
            <OneProposal line={line} proposal={proposal} isFirst={index === 0} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface ProposalProps {
  readonly line: BankLine
  readonly proposal: BankLineProposal
  readonly isFirst: boolean
}

function OneProposal({ line, proposal, isFirst }: ProposalProps) {
  const may = useMay()
  const match = useChange('postConsoleBankLinesMatch')
  const [isTried, setIsTried] = useState(false)
  const accept = async () => {
    setIsTried(true)
    try {
      await match.mutateAsync({ params: undefined, body: { matches: [matchOf(line.id, proposal)] } })
      toast(texts.accepted)
    } catch (error) {
      setIsTried(false)
      toastFailure(error)
    }
  }
  const { confidence, account_id, account_title, parts, credit, reasons } = proposal
  return (
    <>
      <div className={classes.proposalHead}>
        <Anchor href={to('/clients/:id/:tab', { id: account_id, tab: 'invoices' })} fw={600}>
          {account_title}
        </Anchor>
        <StateBadge tone={confidenceTones[confidence]}>{bank.confidences[confidence]}</StateBadge>
      </div>
      <Parts parts={parts} credit={credit} currency={line.currency} client={account_title} />
      <ul className={classes.reasons} aria-label={texts.why}>
        {reasons.map((reason) => (
          <li key={reason} className={classes.reason}>
            {bank.reasons[reason]}
          </li>
        ))}
      </ul>
      {may('bills') && (
        <Button
          className={classes.accept}
          size="sm"
          variant={isFirst ? 'filled' : 'default'}
          loading={isTried}
          onClick={() => void accept()}
        >
          {texts.accept}
        </Button>
      )}
    </>
  )
}
