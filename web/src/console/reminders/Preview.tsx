/** The email of a step for one of the dealer's invoices. Nothing is sent. */
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { words } from '../../shared/texts/console.ts'
import { Dialog } from '../blocks/Dialog.tsx'
import { Facts } from '../blocks/layout.tsx'
import classes from './reminders.module.css'
import { type StandardTexts, type Step, stepOf, type TypedStep } from './step.ts'

const { preview: texts } = words.reminders
const choicesMax = 50

interface PreviewProps {
  readonly step: TypedStep
  readonly currency: string
  readonly standard: StandardTexts
  readonly isOpen: boolean
  close(): void
}

export const Preview = ({ step, currency, standard, isOpen, close }: PreviewProps) => (
  <Dialog title={texts.title} isOpen={isOpen} close={close} isWide>
    <Chosen step={stepOf(step, currency, standard)} />
  </Dialog>
)

function Chosen({ step }: { step: Step }) {
  const list = useOperation('getConsoleClientInvoices', { limit: choicesMax })
  const [chosen, setChosen] = useState<string>()
  const invoices = (list.data ?? [])
    .filter(({ kind, state }) => kind !== 'credit' && state !== 'draft')
    .toSorted((one, other) => Number(other.open_amount > 0) - Number(one.open_amount > 0))
  const id = chosen ?? invoices[0]?.id
  return (
    <Loaded query={list} height={200}>
      {() =>
        id === undefined ? (
          <p>{texts.noInvoice}</p>
        ) : (
          <div className={classes.words}>
            <NativeSelect
              label={texts.invoice}
              data={invoices.map(({ id: value, number, account_title }) => ({
                value,
                label: [number, account_title].filter(Boolean).join(' · '),
              }))}
              value={id}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
            <Letter id={id} step={step} />
          </div>
        )
      }
    </Loaded>
  )
}

function Letter({ id, step }: { id: string; step: Step }) {
  const query = useQuery({
    queryKey: ['postConsoleClientInvoicesByIdRemindersPreview', id, step],
    queryFn: ({ signal }) => call('postConsoleClientInvoicesByIdRemindersPreview', { id }, { step }, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} height={200}>
      {({ to, subject, text }) => (
        <>
          <Facts
            facts={[
              [texts.to, to ?? texts.noAddress],
              [texts.subject, subject],
            ]}
          />
          <pre className={classes.letter}>{text}</pre>
        </>
      )}
    </Loaded>
  )
}
