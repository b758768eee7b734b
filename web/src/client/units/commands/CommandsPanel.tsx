/** The commands of a tracker, and the results of those that were sent. */
import { Button, Text, Title } from '@mantine/core'
import { useChange, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { formatTime } from '../../../shared/format/times.ts'
import { texts } from '../../../shared/texts/texts.ts'
import type { Command } from '../../types.ts'
import { CommandForm, nameOfCommand } from './CommandForm.tsx'
import classes from './CommandsPanel.module.css'

const words = texts.fleet.commands
const states: Readonly<Record<string, string>> = words.states
const failures: Readonly<Record<string, string>> = words.failures
const failureOf = ({ failure, failure_code }: Command) => failures[failure_code ?? ''] ?? failure
const shownMax = 10
const checkEveryMs = 3_000

/** The live stream has no news of commands, and most are done within seconds. */
const isUnderWay = (commands: readonly Command[] = []) =>
  commands.some(({ state }) => state === 'queued' || state === 'sent')

interface CommandsPanelProps {
  readonly unit: number
  readonly mayCommand: boolean
  readonly isAskedFor: boolean
}

export function CommandsPanel({ unit, mayCommand, isAskedFor }: CommandsPanelProps) {
  const available = useOperation('getClientUnitsByIdCommandsAvailable', { id: unit })
  const given = useOperation(
    'getClientUnitsByIdCommands',
    { id: unit, sort: '-created_at', limit: shownMax },
    { everyMilliseconds: (commands) => isUnderWay(commands) && checkEveryMs },
  )
  return (
    <section className={classes.panel} aria-label={words.title}>
      <Title order={3} className={classes.title}>
        {words.title}
      </Title>
      <Loaded query={available} height={70}>
        {(commands) => {
          if (commands.length === 0) return <Text c="dimmed">{words.none}</Text>
          return mayCommand && <CommandForm unit={unit} commands={commands} isAskedFor={isAskedFor} />
        }}
      </Loaded>
      <Loaded query={given} height={70}>
        {(commands) =>
          commands.length === 0 ? (
            !mayCommand && <Text c="dimmed">{words.noneGiven}</Text>
          ) : (
            <GivenCommands unit={unit} commands={commands} mayCommand={mayCommand} />
          )
        }
      </Loaded>
    </section>
  )
}

interface GivenCommandsProps {
  readonly unit: number
  readonly commands: readonly Command[]
  readonly mayCommand: boolean
}

function GivenCommands({ unit, commands, mayCommand }: GivenCommandsProps) {
  const cancelling = useChange('deleteClientUnitsByIdCommandsByCommandId')
  return (
    <>
      <Failure error={cancelling.error} />
      <Title order={4} className={classes.title}>
        {words.given}
      </Title>
      <ul className={classes.list} aria-live="polite">
        {commands.map((command) => (
          <li key={command.id}>
            <div className={classes.line}>
              <strong>{nameOfCommand(command.type)}</strong>
              <span className={classes.state} data-state={command.state}>
                {states[command.state] ?? command.state}
              </span>
            </div>
            <div className={classes.line}>
              <Text size="sm" c="dimmed" className={classes.words}>
                {[formatTime(command.queued_at), detailOf(command)].filter(Boolean).join(' · ')}
              </Text>
              {command.state === 'queued' && mayCommand && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => cancelling.mutate({ params: { id: unit, command_id: command.id } })}
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
  )
}

function detailOf({ params, text }: Command): string {
  if (text !== null) return text
  if (params.seconds !== undefined) return words.every(params.seconds)
  return params.host === undefined ? '' : `${params.host}:${params.port}`
}
