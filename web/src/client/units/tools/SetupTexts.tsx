import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { CopyTextButton } from '../../../shared/content/CopyTextButton.tsx'
import { QrCode } from '../../../shared/content/QrCode.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { Setup } from '../../types.ts'
import classes from './ToolsPanel.module.css'

const words = texts.tools.setup
const kinds: Readonly<Record<string, string>> = words.what

export function SetupTexts({ unit }: { unit: number }) {
  const [typed, setTyped] = useState('')
  const [apn] = useDebouncedValue(typed.trim(), 300)
  const query = useQuery({
    queryKey: ['getClientUnitsByIdSetup', unit, apn],
    queryFn: ({ signal }) => call('getClientUnitsByIdSetup', { id: unit, apn }, undefined, signal),
    // While what was typed is on its way the texts stay as they are.
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} height={160}>
      {(setup) => <Steps setup={setup} typed={typed} setTyped={setTyped} />}
    </Loaded>
  )
}

interface StepsProps {
  readonly setup: Setup
  readonly typed: string
  setTyped(apn: string): void
}

function Steps({ setup, typed, setTyped }: StepsProps) {
  return (
    <div className={classes.part}>
      <Text size="sm">{words.model(`${setup.manufacturer} ${setup.model}`)}</Text>
      <dl className={classes.facts}>
        <Fact name={words.host} value={setup.host} />
        <Fact name={words.ip} value={setup.ip} />
        <Fact name={words.port} value={String(setup.port)} />
      </dl>
      {setup.texts.length === 0 ? (
        <Text size="sm">{words.none}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {words.explain}
          </Text>
          <TextInput
            label={words.apn}
            value={typed}
            maxLength={100}
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {setup.texts.map(({ what, sms }) => (
            <Sms key={what} title={kinds[what] ?? what} text={sms} />
          ))}
        </>
      )}
    </div>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      <CopyTextButton text={value} label={words.copy(name)} said={texts.shared} />
    </dd>
  </div>
)

/** Two blanks at the beginning count for some makers, so the words are shown with all of theirs. */
const Sms = ({ title, text }: { title: string; text: string }) => (
  <figure className={classes.sms}>
    <figcaption>{title}</figcaption>
    <div className={classes.text}>
      <code>{text}</code>
      <CopyTextButton text={text} label={words.copy(title)} said={texts.shared} />
    </div>
    <QrCode text={text} label={words.code(title)} />
  </figure>
)
