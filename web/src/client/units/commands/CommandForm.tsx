/** Chooses a command and its parameters, and sends it; dangerous ones need a confirmation. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { BodyOf } from '../../../api/call.ts'
import { change } from '../../../api/queries.ts'
import { Failure, Notice } from '../../../shared/feedback/Notice.tsx'
import { TextField, useForm } from '../../../shared/forms/form.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { AvailableCommand } from '../../types.ts'
import classes from './CommandsPanel.module.css'

const words = texts.fleet.commands
const names: Readonly<Record<string, string>> = words.types
const warnings: Readonly<Record<string, string>> = words.sure

export const nameOfCommand = (type: string): string => names[type] ?? type

type Type = BodyOf<'postClientUnitsByIdCommands'>['type']
type Field = 'seconds' | 'host' | 'port' | 'text'
interface Limits {
  readonly type?: string
  readonly min?: number
  readonly max?: number
  readonly maxLength?: number
}
const fieldsOf: Partial<Readonly<Record<Type, readonly (readonly [Field, Limits])[]>>> = {
  interval: [['seconds', { type: 'number', min: 1, max: 86_400 }]],
  server: [
    ['host', { maxLength: 100 }],
    ['port', { type: 'number', min: 1, max: 65_535 }],
  ],
  text: [['text', { maxLength: 500 }]],
}

interface CommandFormProps {
  readonly unit: number
  readonly commands: readonly AvailableCommand[]
  /** Opened from elsewhere on the card. */
  readonly isAskedFor: boolean
}

export function CommandForm({ unit, commands, isAskedFor }: CommandFormProps) {
  /** The dangerous command that was confirmed: any change needs a new confirmation. */
  const [asked, setAsked] = useState<object>()
  const form = useForm({
    start: { type: commands[0]!.type as Type, seconds: '60', host: '', port: '', text: '' },
    send: async (values) => {
      const { type, seconds, host, port, text } = values
      const isDangerous = commands.find((command) => command.type === type)?.dangerous ?? false
      if (isDangerous && asked !== values) return setAsked(values)
      await change(
        'postClientUnitsByIdCommands',
        { id: unit },
        {
          type,
          ...(type === 'interval' && { params: { seconds: Number(seconds) } }),
          ...(type === 'server' && { params: { host: host.trim(), port: Number(port) } }),
          ...(type === 'text' && { text }),
          ...(isDangerous && { confirm: true }),
        },
      )
      setAsked(undefined)
    },
  })
  const { type } = form.values
  const isAsked = asked === form.values
  return (
    <form className={classes.form} onSubmit={form.submit}>
      <NativeSelect
        autoFocus={isAskedFor}
        label={words.choose}
        data={commands.map((command) => ({ value: command.type, label: nameOfCommand(command.type) }))}
        value={type}
        onChange={({ currentTarget }) => {
          form.set('type', currentTarget.value as Type)
          form.forget()
        }}
      />
      {fieldsOf[type]?.map(([name, limits]) => (
        <TextField key={name} form={form} name={name} label={words[name]} isRequired withAsterisk={false} {...limits} />
      ))}
      {isAsked && (
        <Notice tone="warning" title={words.sureTitle(nameOfCommand(type))}>
          {warnings[type]}
        </Notice>
      )}
      <Failure error={form.error} />
      <div className={classes.buttons}>
        <Button type="submit" loading={form.isBusy} color={isAsked ? 'berry' : undefined}>
          {isAsked ? words.sendAnyway : words.send}
        </Button>
        {isAsked && (
          <Button variant="default" onClick={() => setAsked(undefined)}>
            {texts.shared.cancel}
          </Button>
        )}
      </div>
      <Text size="sm" c="dimmed">
        {words.waits}
      </Text>
    </form>
  )
}
