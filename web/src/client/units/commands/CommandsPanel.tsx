/** What the tracker can be told, and what became of what it was told. */
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useAsked, useDoing } from '../../../shared/api.ts'
import { Failure } from '../../../shared/Notice.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { formatTime } from '../../../shared/times.ts'
import { type AvailableCommand, type Command, change, get } from '../../client-api.ts'
import { CommandForm, nameOfCommand } from './CommandForm.tsx'
import classes from './CommandsPanel.module.css'

const words = texts.fleet.commands
const failures: Readonly<Record<string, string>> = words.failures
const failureOf = ({ failure, failure_code }: Command) => failures[failure_code ?? ''] ?? failure
const shownMax = 10
const lookEveryMs = 3_000

export function CommandsPanel({ unit, isGuest }: { unit: number; isGuest: boolean }) {
  const known = useCallback(
    (signal: AbortSignal) => get<readonly AvailableCommand[]>(`/units/${unit}/commands/available`, signal),
    [unit],
  )
  const lately = useCallback(
    (signal: AbortSignal) =>
      get<readonly Command[]>(`/units/${unit}/commands?sort=-created_at&limit=${shownMax}`, signal),
    [unit],
  )
  const [available, reloadAvailable] = useAsked(known)
  const [given, reload] = useAsked(lately)
  const doing = useDoing()
  // The live stream does not tell of commands, and most are over within seconds.
  const isUnderWay = given.value?.some(({ state }) => state === 'queued' || state === 'sent') ?? false
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => {
      if (!document.hidden) void reload()
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [isUnderWay, reload])
  return (
    <section className={classes.panel} aria-label={words.title}>
      <Title order={3} className={classes.title}>
        {words.title}
      </Title>
      {available.kind === 'failed' && <Failure error={available.error} retry={reloadAvailable} />}
      {(available.kind === 'asking' || given.kind === 'asking') && (
        <Skeleton height={70} role="status" aria-label={texts.shared.loading} />
      )}
      {available.value?.length === 0 && <Text c="dimmed">{words.none}</Text>}
      {available.value && available.value.length > 0 && !isGuest && (
        <CommandForm
          commands={available.value}
          send={async (command) => {
            await change('POST', `/units/${unit}/commands`, command)
            await reload()
          }}
        />
      )}
      {given.kind === 'failed' && <Failure error={given.error} retry={reload} />}
      {doing.error !== undefined && <Failure error={doing.error} />}
      {isGuest && given.value?.length === 0 && <Text c="dimmed">{words.noneGiven}</Text>}
      {given.value && given.value.length > 0 && (
        <>
          <Title order={4} className={classes.title}>
            {words.given}
          </Title>
          <ul className={classes.list} aria-live="polite">
            {given.value.map((command) => (
              <li key={command.id}>
                <div className={classes.line}>
                  <strong>{nameOfCommand(command.type)}</strong>
                  <span className={classes.state} data-state={command.state}>
                    {words.states[command.state]}
                  </span>
                </div>
                <div className={classes.line}>
                  <Text size="sm" c="dimmed" className={classes.words}>
                    {[formatTime(command.queued_at), detailOf(command)].filter(Boolean).join(' · ')}
                  </Text>
                  {command.state === 'queued' && !isGuest && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() =>
                        void doing.run(async () => {
                          await change('DELETE', `/units/${unit}/commands/${command.id}`)
                          await reload()
                        })
                      }
                    >
                      {words.cancel}
                    </Button>
                  )}
                </div>
                {(command.answer ?? command.failure) && (
                  <p className={classes.answer}>{command.answer ? words.answer(command.answer) : failureOf(command)}</p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function detailOf({ params, text }: Command): string {
  if (text !== null) return text
  if (params.seconds !== undefined) return words.every(params.seconds)
  return params.host === undefined ? '' : `${params.host}:${params.port}`
}
