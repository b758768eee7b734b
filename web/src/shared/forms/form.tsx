/** One kind of form: values under the API's names, own validation before sending, the server's problems at their field. */
import { Button, NativeSelect, Switch, TextInput, type TextInputProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react'
import { Refused } from '../api.ts'
import { Failure } from '../feedback/Notice.tsx'
import { texts } from '../texts/texts.ts'
import classes from './form.module.css'
import { showFirstProblem } from './show-problem.ts'

type Names<T> = keyof T & string
export type Faults<T> = { readonly [Name in Names<T>]?: string | undefined }

export interface FormState<T> {
  readonly values: T
  readonly isBusy: boolean
  /** The person tried to send it; before that unfinished fields are not errors. */
  readonly isTried: boolean
  /** What the server said that belongs to no field of this form. */
  readonly error: unknown
  set<Name extends Names<T>>(name: Name, value: T[Name]): void
  faultOf(name: Names<T>): string | undefined
  /** For a custom field: its value, and where it reports changes. */
  field<Name extends Names<T>>(
    name: Name,
  ): { readonly value: T[Name]; readonly error: string | undefined; onChange(value: T[Name]): void }
  submit(event?: FormEvent<HTMLFormElement>): void
  /** For another action with the same values: false shows the problems at their fields. */
  validate(element: HTMLFormElement | null | undefined): boolean
  /** The server's sentence no longer applies. */
  forget(): void
  /** Back to the start, except for what should be kept. */
  reset(kept?: Partial<T>): void
}

interface FormOptions<T> {
  readonly start: T | (() => T)
  /** Validation before sending; only what the page knows better or sooner than the server. */
  judge?(values: T): Faults<T>
  /** The server's name of a field, if it differs: `{ name: 'user.name' }`. */
  readonly serverNames?: Partial<Record<Names<T>, string>>
  /** Our words for a field that the server refuses, if they say more than the server's. */
  readonly refusals?: Partial<Record<Names<T>, string>>
  send(values: T): Promise<unknown>
}

export function useForm<T extends object>({ start, judge, serverNames, refusals, send }: FormOptions<T>): FormState<T> {
  const [initial] = useState(start)
  const [values, setValues] = useState(initial)
  const [isTried, setIsTried] = useState(false)
  const sending = useMutation({ mutationFn: send })
  const faults: Faults<T> = isTried ? (judge?.(values) ?? {}) : {}
  const refusalOf = (name: Names<T>) => {
    const said = sending.error instanceof Refused ? sending.error.about(serverNames?.[name] ?? name) : undefined
    return said && (refusals?.[name] ?? said)
  }
  const isAtFields = (Object.keys(values) as Names<T>[]).some((name) => refusalOf(name) !== undefined)
  const form: FormState<T> = {
    values,
    isBusy: sending.isPending,
    isTried,
    error: isAtFields ? null : sending.error,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }))
      if (refusalOf(name)) sending.reset()
    },
    faultOf: (name) => faults[name] ?? refusalOf(name),
    field: (name) => ({
      value: values[name],
      error: form.faultOf(name),
      onChange: (value) => form.set(name, value),
    }),
    submit: (event) => {
      event?.preventDefault()
      // A form inside a dialog that belongs to a form must not send both.
      event?.stopPropagation()
      if (form.validate(event?.currentTarget) && !sending.isPending) sending.mutate(values)
    },
    validate: (element) => {
      setIsTried(true)
      const isValid = Object.values(judge?.(values) ?? {}).every((fault) => fault === undefined)
      if (!isValid && element) showFirstProblem(element)
      return isValid
    },
    forget: sending.reset,
    reset: (kept) => {
      setValues({ ...initial, ...kept })
      setIsTried(false)
      sending.reset()
    },
  }
  return form
}

interface FormProps<T> {
  readonly form: FormState<T>
  readonly children?: ReactNode
  /** The action as a word. */
  readonly act?: string
  cancel?(): void
  readonly isDangerous?: boolean
  /** For a form without a title. */
  readonly label?: string | undefined
  readonly className?: string | undefined
  /** The browser checks required fields, minimum and maximum. */
  readonly isNative?: boolean
}

export const Form = <T,>({ form, children, act, cancel, isDangerous, label, className, isNative }: FormProps<T>) => (
  <form className={className ?? classes.form} aria-label={label} onSubmit={form.submit} noValidate={!isNative}>
    {children}
    <Failure error={form.error} />
    <div className={classes.buttons}>
      {cancel && (
        <Button variant="default" onClick={cancel}>
          {texts.shared.cancel}
        </Button>
      )}
      <Button type="submit" loading={form.isBusy} color={isDangerous ? 'berry' : undefined}>
        {act ?? texts.shared.save}
      </Button>
    </div>
  </form>
)

/** Fields side by side where there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className={classes.row}>{children}</div>

type NamesOf<T, Value> = { [Name in keyof T]-?: T[Name] extends Value ? Name : never }[keyof T] & string

export interface FieldProps<T, Value> {
  readonly form: FormState<T>
  readonly name: NamesOf<T, Value>
  readonly label: string
  readonly hint?: ReactNode
  readonly isRequired?: boolean
  readonly isFirst?: boolean
}

export const valueIn = <T, Value>(form: FormState<T>, name: string): Value =>
  (form.values as Readonly<Record<string, unknown>>)[name] as Value
export const setter =
  <T,>(form: FormState<T>, name: string) =>
  (value: unknown) =>
    form.set(name as never, value as never)

/** What all fields have in common. */
export const shown = <T,>({ form, name, label, hint, isRequired, isFirst }: FieldProps<T, never>) => ({
  label,
  description: hint,
  name,
  required: isRequired ?? false,
  error: form.faultOf(name),
  ...(isFirst && { 'data-autofocus': true }),
})

/** Also takes the props of Mantine's text field, for what only one form needs: a pattern, a list, a mode. */
interface TextFieldProps<T>
  extends FieldProps<T, string>,
    Omit<TextInputProps, 'form' | 'name' | 'label' | 'value' | 'error' | 'onChange'> {
  readonly isMono?: boolean
}

export const TextField = <T,>(props: TextFieldProps<T>) => {
  const { form, name, label, hint, isRequired, isFirst, isMono, ...rest } = props
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...shown({ form, name, label, hint, isRequired, isFirst } as never)}
      {...(isMono && { classNames: { input: classes.mono } })}
      {...rest}
      value={valueIn<T, string>(form, name)}
      onChange={({ currentTarget }) => setter(form, name)(currentTarget.value)}
    />
  )
}

interface SelectFieldProps<T> extends FieldProps<T, string> {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[]
  /** The words for "nothing chosen"; without them something always is. */
  readonly none?: string
}

export const SelectField = <T,>({ options, none, ...field }: SelectFieldProps<T>) => (
  <NativeSelect
    {...shown(field as never)}
    data={[...(none === undefined ? [] : [{ value: '', label: none }]), ...options]}
    value={valueIn<T, string>(field.form, field.name)}
    onChange={({ currentTarget }) => setter(field.form, field.name)(currentTarget.value)}
  />
)

/** For a switch or a checkbox. */
export const ticked = <T,>({ form, name, label, hint }: FieldProps<T, boolean>) => ({
  ...{ label, name, description: hint, error: form.faultOf(name), checked: valueIn<T, boolean>(form, name) },
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setter(form, name)(currentTarget.checked),
})

export const SwitchField = <T,>(field: FieldProps<T, boolean>) => <Switch {...ticked(field)} />
