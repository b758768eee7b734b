/** On a busy machine a request may wait too long for a row. People press the button again, and jobs run again. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left--) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: unknown }).code !== '55P03' || left === 0) throw error
    }
  }
}
