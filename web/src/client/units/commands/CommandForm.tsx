/** A command is chosen, given what it needs, and sent; what is dangerous is asked about once more. */
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../../shared/api.ts'
import { Failure, Notice } from '../../../shared/Notice.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { AvailableCommand } from '../../client-api.ts'
import classes from './CommandsPanel.module.css'

const words = texts.fleet.commands
const names: Readonly<Record<string, string>> = words.types
const warnings: Readonly<Record<string, string>> = words.sure

export const nameOfCommand = (type: string): string => names[type] ?? type

interface CommandFormProps {
  readonly commands: readonly AvailableCommand[]
  send(command: object): Promise<void>
}

const empty = { seconds: '60', host: '', port: '', text: '' }

export function CommandForm({ commands, send }: CommandFormProps) {
  const [type, setType] = useState(commands[0]!.type)
  const [fields, setFields] = useState(empty)
  const [isAsked, setIsAsked] = useState(false)
  const doing = useDoing()
  const isDangerous = commands.find((command) => command.type === type)?.dangerous ?? false
  const field = (
    name: keyof typeof empty,
    props: { type?: string; min?: number; max?: number; maxLength?: number } = {},
  ) => (
    <TextInput
      {...props}
      label={words[name]}
      value={fields[name]}
      required
      withAsterisk={false}
      onChange={({ currentTarget }) => {
        setIsAsked(false)
        setFields({ ...fields, [name]: currentTarget.value })
      }}
    />
  )
  const give = () =>
    doing.run(async () => {
      await send({
        type,
        ...(type === 'interval' && { params: { seconds: Number(fields.seconds) } }),
        ...(type === 'server' && { params: { host: fields.host.trim(), port: Number(fields.port) } }),
        ...(type === 'text' && { text: fields.text }),
        ...(isDangerous && { confirm: true }),
      })
      setIsAsked(false)
    })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isDangerous && !isAsked) setIsAsked(true)
        else void give()
      }}
    >
      <NativeSelect
        label={words.choose}
        data={commands.map((command) => ({ value: command.type, label: nameOfCommand(command.type) }))}
        value={type}
        onChange={({ currentTarget }) => {
          setIsAsked(false)
          setType(currentTarget.value)
          doing.forget()
        }}
      />
      {type === 'interval' && field('seconds', { type: 'number', min: 1, max: 86_400 })}
      {type === 'server' && field('host', { maxLength: 100 })}
      {type === 'server' && field('port', { type: 'number', min: 1, max: 65_535 })}
      {type === 'text' && field('text', { maxLength: 500 })}
      {isAsked && (
        <Notice tone="warning" title={words.sureTitle(nameOfCommand(type))}>
          {warnings[type]}
        </Notice>
      )}
      {doing.error !== undefined && <Failure error={doing.error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={doing.isBusy} color={isAsked ? 'berry' : undefined}>
          {isAsked ? words.sendAnyway : words.send}
        </Button>
        {isAsked && (
          <Button variant="default" onClick={() => setIsAsked(false)}>
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
