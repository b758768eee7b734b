/** After submitting a long form, scrolls to the first problem once it is drawn. */
export function showFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const fault = form.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    fault?.scrollIntoView({ block: 'center' })
    if (fault instanceof HTMLInputElement) fault.focus({ preventScroll: true })
  })
}
