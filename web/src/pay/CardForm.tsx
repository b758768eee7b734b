import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Refused } from '../shared/api.ts'
import { Failure } from '../shared/feedback/Notice.tsx'
import { formatMoney } from '../shared/format/money.ts'
import { Panel } from '../shared/layout/Panel.tsx'
import { texts } from '../shared/texts/texts.ts'
import classes from './CardForm.module.css'
import {
  type CardFaults,
  type CardField,
  cvcDigits,
  faultsOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  noCard,
  toPayment,
} from './card.ts'
import { declineSentence, type PaymentSession, payByCard } from './session.ts'
import { TestCards } from './TestCards.tsx'

interface CardFormProps {
  readonly session: PaymentSession
  onPaid(): Promise<unknown>
  /** The payment was closed meanwhile: paid elsewhere, or expired. */
  onClosed(): Promise<unknown>
  onDeclined(reason: string): void
  onConfirmation(confirmation: string, number: string): void
}

/** The processor's names for what is one field here. */
const fieldOf: Readonly<Record<string, CardField>> = {
  number: 'number',
  month: 'expiry',
  year: 'expiry',
  cvc: 'cvc',
  holder: 'holder',
}

export function CardForm({ session, onPaid, onClosed, onDeclined, onConfirmation }: CardFormProps) {
  const [card, setCard] = useState(noCard)
  const [faults, setFaults] = useState<CardFaults>({})
  const form = useRef<HTMLFormElement>(null)

  const change = (field: CardField, text: string) => {
    setCard((before) => ({ ...before, [field]: text }))
    setFaults(({ [field]: _mended, ...others }) => others)
  }
  const show = (found: CardFaults) => {
    setFaults(found)
    const first = (['number', 'expiry', 'cvc', 'holder'] as const).find((field) => found[field])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }
  const pay = async () => {
    try {
      const outcome = await payByCard(session.id, toPayment(card))
      if (outcome.status === 'complete') return void (await onPaid())
      if (outcome.status === 'declined') return onDeclined(declineSentence(outcome))
      return onConfirmation(outcome.confirmation, card.number)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.status === 409) return void (await onClosed())
      const told = error.faults.flatMap(({ field, message }) => (field ? [[fieldOf[field], message] as const] : []))
      if (told.length === 0) throw error
      show(Object.fromEntries(told.filter(([field]) => field)))
    }
  }
  const paying = useMutation({ mutationFn: pay })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(card, new Date())
    show(found)
    if (Object.keys(found).length === 0 && !paying.isPending) paying.mutate()
  }

  const field = (name: CardField) => ({
    name,
    value: card[name],
    error: faults[name],
    required: true,
    withAsterisk: false,
    size: 'md',
  })
  return (
    <Panel title={texts.pay.card}>
      {/* Errors are shown in our words, next to the fields. */}
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          {...field('number')}
          label={texts.pay.number}
          autoComplete="cc-number"
          inputMode="numeric"
          placeholder="0000 0000 0000 0000"
          classNames={{ input: classes.digits }}
          onChange={({ currentTarget }) => change('number', formatNumber(currentTarget.value))}
        />
        <div className={classes.pair}>
          <TextInput
            {...field('expiry')}
            label={texts.pay.expiry}
            placeholder={texts.pay.expiryHint}
            autoComplete="cc-exp"
            inputMode="numeric"
            classNames={{ input: classes.digits }}
            onChange={({ currentTarget }) => change('expiry', formatExpiry(currentTarget.value, card.expiry))}
          />
          <TextInput
            {...field('cvc')}
            label={texts.pay.cvc}
            placeholder={texts.pay.cvcHint(cvcDigits(card.number))}
            autoComplete="cc-csc"
            inputMode="numeric"
            classNames={{ input: classes.digits }}
            onChange={({ currentTarget }) => change('cvc', formatCvc(currentTarget.value, card.number))}
          />
        </div>
        <TextInput
          {...field('holder')}
          label={texts.pay.holder}
          autoComplete="cc-name"
          maxLength={100}
          onChange={({ currentTarget }) => change('holder', currentTarget.value)}
        />
        <Failure error={paying.error} />
        <Button type="submit" size="md" fullWidth loading={paying.isPending}>
          {texts.pay.button(formatMoney(session.amount_total, session.currency))}
        </Button>
        <TestCards onChoose={(number) => change('number', formatNumber(number))} />
      </form>
    </Panel>
  )
}
