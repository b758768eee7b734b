/** Fields that several forms share, and their validation before anything is sent. */
import { PasswordInput, type PasswordInputProps, TextInput } from '@mantine/core'
import { texts } from '../texts/texts.ts'

const { client, shared: common } = texts

export const emailFault = (email: string): string | undefined =>
  /^[^@\s]+@[^@\s]+$/.test(email.trim()) ? undefined : client.faults.email

/** Counted in characters, as the server does, not in UTF-16 units. */
export const passwordFault = (password: string): string | undefined => {
  const length = [...password].length
  return length >= 8 && length <= 128 ? undefined : client.faults.password
}

export const repeatFault = (password: string, repeated: string): string | undefined =>
  password === repeated ? undefined : client.faults.repeat

interface FieldProps {
  readonly value: string
  readonly error?: string | undefined
  onChange(value: string): void
}

const shared = { size: 'md', required: true, withAsterisk: false } as const

export function EmailField({ label = client.email, onChange, ...rest }: FieldProps & { label?: string }) {
  return (
    <TextInput
      {...shared}
      {...rest}
      label={label}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={client.emailHint}
      maxLength={200}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** The library's button is in English. */
export const SecretInput = (props: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': common.showPassword }}
    {...props}
  />
)

interface PasswordFieldProps extends FieldProps {
  readonly kind?: 'current' | 'new' | 'repeat'
  readonly label?: string
}

export function PasswordField({ kind = 'current', label, onChange, ...rest }: PasswordFieldProps) {
  const isNew = kind !== 'current'
  const words = { current: client.password, new: client.newPassword, repeat: client.repeatPassword }
  return (
    <SecretInput
      {...shared}
      {...rest}
      label={label ?? words[kind]}
      name={kind === 'current' ? 'password' : kind === 'new' ? 'new_password' : 'repeat_password'}
      description={kind === 'new' ? client.passwordHint : undefined}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      maxLength={256}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
