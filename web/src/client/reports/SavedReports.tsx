/** Saved reports: opening them, sending them automatically, and the results. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { addressOf } from '../../api/call.ts'
import type { ClientReportRun, ClientSavedReport } from '../../api/generated.ts'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { habits, weekdays } from '../../shared/format/habits.ts'
import { formatDays, formatTimeOfDay } from '../../shared/format/times.ts'
import { weekdayIn } from '../../shared/format/zone.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { CardButton } from '../blocks/CardButton.tsx'
import cards from '../blocks/Cards.module.css'
import { May } from '../blocks/May.tsx'
import { formatShortTime } from '../measures.ts'
import { type Choice, choiceOf, type Kind, savedOf } from './choice.ts'
import classes from './ReportsView.module.css'

const words = texts.reports.saved

interface SavedReportsProps {
  readonly kind: Kind
  readonly choice: Choice
  readonly email: string
  readonly isMaking: boolean
  open(choice: Choice): void
  close(): void
}

/** Above the rows of the current report: there may be hundreds. */
export function SavedReports({ kind, choice, email, isMaking, open, close }: SavedReportsProps) {
  const saved = useOperation('getClientSavedReports', undefined)
  const runs = useOperation('getClientReportRuns', undefined)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {isMaking && (
        <SaveForm
          label={words.make}
          start={{ name: kind.name, every: 'week', hour: 7, format: 'xlsx', emails: email === '' ? [] : [email] }}
          save={async (sending) => {
            await change('postClientSavedReports', undefined, { ...savedOf(choice, kind), ...sending })
            // Shows where it is now, and when it will be sent.
            setIsOpen(true)
          }}
          close={close}
        />
      )}
      <details className={classes.saved} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          {words.title} ({saved.data?.length ?? '…'})
        </summary>
        <div>
          <Loaded query={saved} height={80}>
            {(all) =>
              all.length === 0 ? (
                <Text c="dimmed">{words.none}</Text>
              ) : (
                <ul className={cards.list} aria-label={words.title}>
                  {all.map((report) => (
                    <SavedCard key={report.id} report={report} open={() => open(choiceOf(report, choice))} />
                  ))}
                </ul>
              )
            }
          </Loaded>
          {runs.data && runs.data.length > 0 && (
            <>
              <h2 className={classes.title}>{words.runs}</h2>
              <ul className={cards.list} aria-label={words.runs}>
                {runs.data.slice(0, 20).map((run) => (
                  <RunCard key={run.id} run={run} tz={saved.data?.find(({ id }) => id === run.report_id)?.tz} />
                ))}
              </ul>
            </>
          )}
        </div>
      </details>
    </>
  )
}

const rhythms = ['never', 'day', 'week', 'month'] as const
const hours = Array.from({ length: 24 }, (_, hour) => String(hour))
const hourText = (hour: string): string =>
  habits().clock === '12h' ? formatTimeOfDay(`${hour.padStart(2, '0')}:00`) : `${hour}:00`
const rhythmText = (every: (typeof rhythms)[number], weekday: number): string =>
  every === 'week' ? words.weekly[weekday as 1] : words.rhythms[every]

type Sending = Pick<ClientSavedReport, 'name' | 'every' | 'hour' | 'format' | 'emails'>

interface SaveFormProps {
  readonly label: string
  readonly start: Sending
  save(sending: Sending): Promise<unknown>
  close(): void
}

function SaveForm({ label, start, save, close }: SaveFormProps) {
  const form = useForm({
    start: {
      ...{ name: start.name, every: start.every ?? ('never' as (typeof rhythms)[number]), hour: String(start.hour) },
      ...{ format: start.format, emails: start.emails.join(', ') },
    },
    send: async ({ name, every, hour, format, emails }) => {
      const addresses = emails.split(/[\s,;]+/).filter((one) => one !== '')
      await save({
        ...{ name: name.trim(), hour: Number(hour), format },
        ...(every === 'never' ? { every: null, emails: [] } : { every, emails: addresses }),
      })
      close()
    },
  })
  const isSent = form.values.every !== 'never'
  // The person who saves it becomes its owner, and it uses that person's weeks.
  const firstWeekday = weekdays()[0]!
  return (
    <Panel title={label}>
      <Form form={form} className={cards.form} label={label} act={texts.shared.save} cancel={close}>
        <FieldRow>
          <TextField form={form} name="name" label={words.name} maxLength={100} isRequired />
          <SelectField
            form={form}
            name="every"
            label={words.every}
            options={rhythms.map((value) => ({ value, label: rhythmText(value, firstWeekday) }))}
          />
          {isSent && (
            <SelectField
              form={form}
              name="hour"
              label={words.hour}
              options={hours.map((value) => ({ value, label: hourText(value) }))}
            />
          )}
          <SelectField
            form={form}
            name="format"
            label={words.format}
            options={['xlsx', 'pdf', 'csv'].map((value) => ({ value, label: value.toUpperCase() }))}
          />
        </FieldRow>
        {form.values.every !== 'never' && (
          <Text size="sm" c="dimmed">
            {words.covers[form.values.every]}
          </Text>
        )}
        {isSent && <TextField form={form} name="emails" label={words.emails} hint={words.emailsHint} isRequired />}
      </Form>
    </Panel>
  )
}

function SavedCard({ report, open }: { report: ClientSavedReport; open: () => void }) {
  const { id, name, every, hour, format, emails, next_at, tz } = report
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing) {
    return (
      <li>
        <SaveForm
          label={`${words.edit}: ${name}`}
          start={report}
          save={(sending) => change('patchClientSavedReportsById', { id }, sending)}
          close={() => setIsEditing(false)}
        />
      </li>
    )
  }
  return (
    <li className={cards.card}>
      <div className={cards.main}>
        <strong className={cards.title}>{name}</strong>
        <Text size="sm" c="dimmed">
          {every === null
            ? words.rhythms.never
            : words.sent(
                rhythmText(every, weekdayIn(tz, next_at ?? 0)),
                hourText(String(hour)),
                format.toUpperCase(),
                emails.join(', '),
              )}
          {next_at !== null && ` · ${words.next(formatShortTime(next_at))}`}
        </Text>
      </div>
      <div className={cards.buttons}>
        <Button variant="default" size="xs" onClick={open}>
          {words.open}
        </Button>
        <May to="share">
          <CardButton label={words.edit} of={name} onClick={() => setIsEditing(true)} />
          <ConfirmButton
            label={words.remove}
            of={name}
            effect={words.removeEffect}
            sure={words.removeSure}
            act={() => change('deleteClientSavedReportsById', { id })}
          />
        </May>
      </div>
    </li>
  )
}

const tones = { waiting: 'quiet', done: 'good', failed: 'bad' } as const

function RunCard({ run, tz }: { run: ClientReportRun; tz: string | undefined }) {
  const { id, name, due_at, from, to, state, failure } = run
  return (
    <li className={cards.card}>
      <div className={cards.main}>
        <div className={cards.head}>
          <strong className={cards.title}>{name}</strong>
          <State tone={tones[state]}>{words.states[state]}</State>
        </div>
        <Text size="sm" c="dimmed">
          {formatShortTime(due_at)} · {words.covered(formatDays(from, to, tz))}
          {failure && ` · ${words.failure(failure)}`}
        </Text>
      </div>
      {state === 'done' && (
        <div className={cards.buttons}>
          <Button
            component="a"
            variant="default"
            size="xs"
            href={addressOf('/client/report-runs/{id}/file', { id })}
            aria-label={`${texts.reports.download}: ${name}`}
            download
          >
            {texts.reports.download}
          </Button>
        </div>
      )}
    </li>
  )
}
