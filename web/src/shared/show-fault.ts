/** Whoever presses the button at the end of a long form sees what is wrong with it, once that is drawn. */
export function showFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const fault = form.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    fault?.scrollIntoView({ block: 'center' })
    if (fault instanceof HTMLInputElement) fault.focus({ preventScroll: true })
  })
}
