const STEPS = [
  { sign: <path d="M14 3.500 26 24.500H2z" />, text: 'Vårt team granskar din förfrågan.' },
  {
    sign: <circle cx="14" cy="14" r="12.500" />,
    number: 1,
    text: 'Vi kontrollerar att uppgifterna stämmer.',
  },
  {
    sign: <circle cx="14" cy="14" r="12.500" />,
    number: 2,
    text: 'När loppet är godkänt läggs det till i kalendern.',
  },
  {
    sign: (
      <>
        <circle cx="14" cy="14" r="12.500" />
        <circle cx="14" cy="14" r="7.500" />
      </>
    ),
    text: 'Du får ett mejl om loppet är godkänt eller behöver kompletteras.',
  },
];

export function WhatHappens() {
  return (
    <section className="what-happens" aria-labelledby="what-happens">
      <h2 className="type-section" id="what-happens">
        Vad händer nu?
      </h2>
      <ol>
        {STEPS.map(({ sign, number, text }) => (
          <li key={text}>
            <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
              {sign}
              {number && (
                <text x="14" y="18.500">
                  {number}
                </text>
              )}
            </svg>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
