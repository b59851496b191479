/** Returns other ways to say a time of day, without spaces and with numbers in digits. */
export function readingsOfTime(hour: number, minute: number, language: string): string[] {
  const hours = hour % 12 === 0 ? 12 : hour % 12;
  const next = (hours % 12) + 1;
  const left = 60 - minute;
  if (minute === 0) return [];
  if (language === 'en') {
    const past = [`${minute}past${hours}`, `${minute}minutespast${hours}`, `${minute}after${hours}`];
    const to = [`${left}to${next}`, `${left}minutesto${next}`];
    if (minute === 15) past.push(`quarterpast${hours}`, `aquarterpast${hours}`, `quarterafter${hours}`);
    if (minute === 30) past.push(`halfpast${hours}`, `half${hours}`);
    if (minute === 45) to.push(`quarterto${next}`, `aquarterto${next}`);
    return [...past, ...to];
  }
  if (language === 'de') {
    const past = [`${minute}nach${hours}`, `${minute}minutennach${hours}`];
    const to = [`${left}vor${next}`, `${left}minutenvor${next}`];
    if (minute === 15) past.push(`viertelnach${hours}`, `viertel${next}`);
    if (minute === 30) past.push(`halb${next}`);
    if (minute === 45) to.push(`viertelvor${next}`, `dreiviertel${next}`);
    return [...past, ...to];
  }
  return [];
}
