/** A form on a page before sign-in: one column, one large button, and small links below it. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from '../feedback/Notice.tsx'
import type { FormState } from '../forms/form.tsx'
import classes from './AuthLayout.module.css'

interface AuthFormProps<T> {
  readonly form: FormState<T>
  readonly act: string
  readonly children: ReactNode
  /** Replaces the sentence about what the server refused. */
  readonly refusal?: ReactNode
  readonly waysOut?: ReactNode
}

export const AuthForm = <T,>({ form, act, children, refusal, waysOut }: AuthFormProps<T>) => (
  <form className={classes.form} onSubmit={form.submit} noValidate>
    {children}
    {refusal ?? <Failure error={form.error} />}
    <Button type="submit" size="md" loading={form.isBusy}>
      {act}
    </Button>
    {waysOut}
  </form>
)
