/** How to set up a tracker: where it sends, and the SMS that configure it. */
import { Text, TextInput } from '@mantine/core'
import { CopyTextButton } from '../content/CopyTextButton.tsx'
import { QrCode } from '../content/QrCode.tsx'
import { texts } from '../texts/texts.ts'
import { modelName } from '../units/model-name.ts'
import classes from './tools.module.css'
import { WaySteps } from './WaySteps.tsx'
import type { Way } from './way-steps.ts'

const words = texts.tools.setup
const kinds: Readonly<Record<string, string>> = words.what

/** The part of the answers that is shown. */
export interface Setup extends Way {
  readonly manufacturer: string
  readonly model: string
  readonly host: string
  readonly ip: string
  readonly port: number
  readonly texts: readonly { readonly what: string; readonly sms: string }[]
}

interface StepsProps {
  readonly setup: Setup
  readonly typed: string
  setTyped(apn: string): void
}

export function SetupSteps({ setup, typed, setTyped }: StepsProps) {
  return (
    <div className={classes.part}>
      <Text size="sm">{words.model(modelName(setup.manufacturer, setup.model))}</Text>
      <dl className={classes.facts}>
        <Fact name={words.host} value={setup.host} />
        <Fact name={words.ip} value={setup.ip} />
        <Fact name={words.port} value={String(setup.port)} />
      </dl>
      {setup.texts.length === 0 ? (
        <WaySteps setup={setup} />
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
            <Sms key={sms} title={kinds[what] ?? what} text={sms} />
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

/** For some makers two leading spaces count, so spaces are preserved. */
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
