/** Who is notified next until someone marks a notification as seen. */
import { Button, Text, TextInput } from '@mantine/core'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import cards from '../../blocks/Cards.module.css'
import type { Channel } from '../../types.ts'
import classes from '../NotificationsView.module.css'
import { Ticks } from '../Ticks.tsx'
import { type StepDraft, stepsMax } from './escalation-draft.ts'

const words = ruleTexts.escalation

interface EscalationFieldsProps {
  readonly steps: readonly StepDraft[]
  readonly channels: readonly Channel[]
  /** The channels that the rule notifies at once. */
  readonly first: ReadonlySet<string>
  readonly fault: string | undefined
  onChange(steps: readonly StepDraft[]): void
}

export function EscalationFields({ steps, channels, first, fault, onChange }: EscalationFieldsProps) {
  const put = (index: number, change: Partial<StepDraft>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...change } : step)))
  const takenBy = (index: number) => new Set([...first, ...steps.slice(0, index).flatMap((step) => [...step.channels])])
  const last = steps.at(-1)
  const isLeft = channels.some(({ id }) => !takenBy(steps.length).has(id))
  if (channels.length === 0) return null
  return (
    <fieldset className={classes.box}>
      <legend>{words.title}</legend>
      <Text size="sm" c="dimmed">
        {words.explain}
      </Text>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other key, and are never sorted.
        <fieldset key={index} className={classes.box}>
          <legend>{words.step(index + 1)}</legend>
          <TextInput
            label={words.minutes}
            inputMode="numeric"
            value={step.minutes}
            onChange={({ currentTarget }) => put(index, { minutes: currentTarget.value })}
          />
          <Ticks
            legend={words.channels}
            of={channels
              .filter(({ id }) => !takenBy(index).has(id) || step.channels.has(id))
              .map(({ id, name }) => ({ value: id, label: name }))}
            chosen={step.channels}
            onChange={(chosen) => put(index, { channels: chosen })}
          />
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            aria-label={`${words.remove}: ${words.step(index + 1)}`}
            onClick={() => onChange(steps.filter((_, at) => at !== index))}
          >
            {words.remove}
          </Button>
        </fieldset>
      ))}
      {steps.length < stepsMax && !isLeft && <Text size="sm">{words.noneLeft}</Text>}
      {steps.length < stepsMax && isLeft && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() => {
            const minutes = String((Number(last?.minutes) || 0) + 15)
            onChange([...steps, { minutes, channels: new Set() }])
          }}
        >
          {words.add}
        </Button>
      )}
      {fault && (
        <p className={cards.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
