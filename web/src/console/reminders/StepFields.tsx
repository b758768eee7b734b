/** The steps of reminders: their day, text and fee, and a preview of each email for a real invoice. */
import { Button, Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { words } from '../../shared/texts/console.ts'
import { Items } from '../blocks/Items.tsx'
import { Preview } from './Preview.tsx'
import classes from './reminders.module.css'
import {
  blankStep,
  daysOf,
  isFeeGood,
  type Language,
  languages,
  type StandardTexts,
  standardOf,
  type TypedStep,
} from './step.ts'

const { steps: texts } = words.reminders
const stepsMax = 12

interface StepFieldsProps {
  readonly steps: readonly TypedStep[]
  /** Of the fees. */
  readonly currency: string
  readonly standard: StandardTexts
  readonly error: string | undefined
  onChange(steps: readonly TypedStep[]): void
}

export function StepFields({ steps, currency, standard, error, onChange }: StepFieldsProps) {
  return (
    <Items
      legend={texts.title}
      items={steps}
      most={stepsMax}
      add={texts.add}
      removal={texts.remove}
      make={() => blankStep(Math.max(0, ...steps.map(daysOf)) + 7)}
      onChange={onChange}
      row={(step, change, remove, place) => (
        <StepCard {...{ step, currency, standard, remove, place }} onChange={change} />
      )}
      note={
        <>
          {steps.length === 0 && <p className={classes.hint}>{texts.none}</p>}
          {error && (
            <p role="alert" className={classes.fault}>
              {error}
            </p>
          )}
        </>
      }
    />
  )
}

interface StepCardProps extends Pick<StepFieldsProps, 'currency' | 'standard'> {
  readonly step: TypedStep
  readonly place: number
  readonly remove: ReactNode
  onChange(values: Partial<TypedStep>): void
}

function StepCard({ step, place, currency, standard, onChange, remove }: StepCardProps) {
  const [isWriting, setIsWriting] = useState(false)
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={classes.step}>
      <div className={classes.line}>
        <NumberInput
          label={texts.days(place)}
          min={0}
          max={step.when === 'before' ? 60 : 365}
          allowDecimal={false}
          value={step.days}
          onChange={(days) => onChange({ days: typeof days === 'number' ? days : '' })}
        />
        <NativeSelect
          label={texts.when}
          data={Object.entries(texts.whens).map(([value, label]) => ({ value, label }))}
          value={step.when}
          onChange={({ currentTarget }) => onChange({ when: currentTarget.value as TypedStep['when'] })}
        />
        <TextInput
          label={texts.fee(currency.toUpperCase())}
          placeholder={texts.noFee}
          inputMode="decimal"
          autoComplete="off"
          error={isFeeGood(step.fee, currency) ? undefined : texts.feeWrong}
          value={step.fee}
          onChange={({ currentTarget }) => onChange({ fee: currentTarget.value })}
        />
        {remove}
      </div>
      <div className={classes.options}>
        <Checkbox
          label={texts.pdf}
          checked={step.attach_pdf}
          onChange={({ currentTarget }) => onChange({ attach_pdf: currentTarget.checked })}
        />
        <Button variant="default" size="compact-sm" aria-expanded={isWriting} onClick={() => setIsWriting(!isWriting)}>
          {texts.write}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setIsShown(true)}>
          {texts.preview}
        </Button>
      </div>
      {isWriting && <Words {...{ step, standard, onChange }} />}
      <Preview {...{ step, currency, standard }} isOpen={isShown} close={() => setIsShown(false)} />
    </div>
  )
}

function Words({ step, standard, onChange }: Pick<StepCardProps, 'step' | 'standard' | 'onChange'>) {
  const [language, setLanguage] = useState<Language>('en')
  const usual = standardOf(standard, daysOf(step), language)
  const own = step.texts[language]
  const set = (values: Partial<typeof own>) => onChange({ texts: { ...step.texts, [language]: { ...own, ...values } } })
  return (
    <div className={classes.words}>
      <NativeSelect
        label={texts.language}
        data={languages.map((value) => ({ value, label: texts.languages[value] }))}
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
      />
      <TextInput
        label={texts.subject}
        placeholder={usual.subject}
        maxLength={150}
        value={own.subject}
        onChange={({ currentTarget }) => set({ subject: currentTarget.value })}
      />
      <Textarea
        label={texts.text}
        description={texts.textHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={usual.text}
        rows={9}
        maxLength={4000}
        value={own.text}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      {!own.text && (
        <Button variant="subtle" size="xs" className={classes.add} onClick={() => set(usual)}>
          {texts.startFromStandard}
        </Button>
      )}
    </div>
  )
}
